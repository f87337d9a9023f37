/** A VS Code that tests run in, as code-server brings it: 4.139.1 is VS Code 1.139.1 for the browser. */
export interface WorkbenchEdition {
  /** Of code-server. */
  readonly version: string;
  /** What it runs in: of 22.15 and newer those up to this major version, or this one from npm. */
  readonly node: { readonly newestMajor: number; readonly version: string };
  /** The real agent comes with it. */
  readonly hasCopilot: boolean;
}

export const NEWEST: WorkbenchEdition = {
  version: '4.139.1',
  node: { newestMajor: Infinity, version: '24.21.0' },
  hasCopilot: true,
};

/** The oldest that package.json names (`engines.vscode`); in Node 24 its extension host hangs. */
export const OLDEST: WorkbenchEdition = {
  version: '4.110.0',
  node: { newestMajor: 22, version: '22.23.5' },
  hasCopilot: false,
};

/** The version of the editor in it, as its extensions are told. */
export function editorVersion({ version }: WorkbenchEdition): string {
  return version.replace(/^4/, '1');
}
