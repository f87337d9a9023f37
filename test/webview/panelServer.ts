import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { panelBundle } from '../../webview/panelBundle.mjs';
import { webviewHtml } from '../../src/editor/panel/webviewHtml';
import themeColors from './themeColors.json';

export type ThemeName = keyof typeof themeColors;
export const ALL_THEMES = Object.keys(themeColors) as ThemeName[];
/** What a person meets today; the two that were the default before differ in little. */
export const THEMES = ALL_THEMES.filter((name) => name !== 'dark' && name !== 'light');

/** What the editor gives a page: its one function, kept state, and a class on the body. */
const EDITOR_API = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    window.violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
  });
  document.body.className = document.documentElement.dataset.theme;
  const asked = new URLSearchParams(location.search);
  if (sessionStorage.getItem('opening') !== asked.get('opening')) {
    sessionStorage.setItem('opening', asked.get('opening'));
    sessionStorage.setItem('state', asked.get('state'));
  }
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => { window.hostReceives(message); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem('state', JSON.stringify(state)); },
  });`;

/** The style sheet that the editor puts under every webview, and the colours of one of its themes. */
function themeSheet(theme: ThemeName): string {
  const { variables } = themeColors[theme];
  const colors = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `
    :root { ${colors.join(' ')}
      --vscode-font-family: system-ui, "Ubuntu", "DejaVu Sans", sans-serif;
      --vscode-font-size: 13px; --vscode-font-weight: normal;
      --vscode-editor-font-family: "DejaVu Sans Mono", monospace;
      background: var(--vscode-sideBar-background); }
    @layer vscode-default {
      body { margin: 0; padding: 0 20px; color: var(--vscode-editor-foreground, var(--vscode-foreground));
        font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
      code { color: var(--vscode-textPreformat-foreground); }
    }`;
}

export interface PanelServer {
  /** Address of the panel in one theme, opened anew with what the editor had kept of it. */
  url(theme: ThemeName, state: object): string;
  close(): void;
}

/** The files of the panel as they ship, by their names. */
export async function builtPanel(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    ...panelBundle,
    outdir: 'out',
    minify: true,
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** Serves the panel with the page that the extension makes for it. */
export async function startPanelServer(): Promise<PanelServer> {
  const files = await builtPanel();
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams, origin } = new URL(request.url ?? '/', baseOf(server));
    const theme = (searchParams.get('theme') ?? 'dark') as ThemeName;
    const answers: Record<string, readonly [type: string, text: string]> = {
      '/': ['text/html', page(origin, theme)],
      '/theme.css': ['text/css', themeSheet(theme)],
      '/editor.js': ['text/javascript', EDITOR_API],
    };
    const built = files.get(pathname.slice(1)) ?? '';
    const kind = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
    const [type, text] = answers[pathname] ?? [kind, built];
    response.setHeader('content-type', `${type}; charset=utf-8`).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let opening = 0;
  return {
    url: (theme, state) => {
      const asked = { theme, opening: String((opening += 1)), state: JSON.stringify(state) };
      return `${baseOf(server)}/?${String(new URLSearchParams(asked))}`;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function page(origin: string, theme: ThemeName): string {
  const html = webviewHtml({
    cspSource: origin,
    scriptUri: `${origin}/main.js`,
    styleUri: `${origin}/main.css`,
    nonce: 'once',
    locale: 'en',
    title: 'Plan',
  });
  return html
    .replace('<html ', `<html data-theme="${themeColors[theme].bodyClass}" `)
    .replace('<link', `<link rel="stylesheet" href="/theme.css?theme=${theme}"><link`)
    .replace('<script', `<script nonce="once" src="/editor.js"></script><script`);
}

function baseOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
