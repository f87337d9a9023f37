import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Environment variable of the server: JSON that is merged into the configuration of every page. */
export const PAGE_CONFIGURATION = 'SESSION_PLANS_PAGE_CONFIGURATION';

/** Patches a fresh copy of the workbench; fails when a place is not found exactly once. */
export function patchWorkbench(vscodeFolder: string): void {
  const patch = (file: string, change: Patch): void => {
    patchFile(join(vscodeFolder, file), change);
  };
  patch('out/vs/workbench/api/node/extensionHostProcess.js', restoreProposalGate);
  patch('out/vs/code/browser/workbench/workbench.js', restoreProposalGate);
  patch('out/server-main.js', addPageConfiguration);
}

/** The extension host that runs in the page. */
export function patchBrowserHost(vscodeFolder: string): void {
  const file = 'out/vs/workbench/api/worker/extensionHostWorkerMain.js';
  patchFile(join(vscodeFolder, file), restoreProposalGate);
}

type Patch = (source: string) => string;

function patchFile(path: string, change: Patch): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/**
 * code-server answers "may this extension use that proposed API" with yes for every extension, so a
 * test would pass here that fails with an extension from the Marketplace. This restores VS Code's
 * own answer. The compiled function is recognised by its callers, which name a proposal.
 */
export function restoreProposalGate(source: string): string {
  const always = /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}/g;
  const gates = [...source.matchAll(always)].filter(([, name = '']) =>
    new RegExp(
      `[^\\w$]${escapeRegExp(name)}\\([\\w$.]+,"(chatProvider|defaultChatParticipant)"\\)`,
    ).test(source),
  );
  const [gate] = gates;
  if (gate === undefined || gates.length !== 1) {
    throw new Error(`Expected one proposal gate, found ${String(gates.length)}`);
  }
  const [text, name = '', extension = '', proposal = ''] = gate;
  const known = `${extension}.enabledApiProposals`;
  const answer = `return!!(${known}&&${known}.includes(${proposal}))`;
  return source.replace(text, () => `function ${name}(${extension},${proposal}){${answer}}`);
}

/** A page has no other way to be told which extensions are enabled or under test. */
export function addPageConfiguration(source: string): string {
  const folder = /folderUri:[\w$]+\(this\.[\w$]+\.args\["default-folder"\]\)/g;
  const places = source.match(folder) ?? [];
  if (places.length !== 1) {
    throw new Error(`Expected one page configuration, found ${String(places.length)}`);
  }
  const merge = `...JSON.parse(process.env.${PAGE_CONFIGURATION}||"{}"),`;
  return source.replace(folder, (place) => merge + place);
}

function escapeRegExp(text: string): string {
  return text.replace(/[$]/g, '\\$&');
}
