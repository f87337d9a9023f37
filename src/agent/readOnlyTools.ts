/** Tools of the editor and of Copilot that only read, by name: nothing else says of a tool what it does. */
const KNOWN: readonly string[] = [
  ...['copilot_fetchWebPage', 'copilot_findFiles', 'copilot_findTestFiles'],
  ...['copilot_findTextInFiles', 'copilot_getChangedFiles', 'copilot_getErrors'],
  ...['copilot_getNotebookSummary', 'copilot_getVSCodeAPI', 'copilot_githubRepo'],
  ...['copilot_githubTextSearch', 'copilot_listCodeUsages', 'copilot_listDirectory'],
  ...['copilot_readFile', 'copilot_readNotebookCellOutput', 'copilot_readProjectStructure'],
  ...['copilot_searchCodebase', 'copilot_searchWorkspaceSymbols', 'copilot_testFailure'],
  ...['copilot_viewImage', 'get_task_output', 'get_terminal_output', 'terminal_last_command'],
  ...['terminal_selection', 'vscode_askQuestions', 'vscode_fetchWebPage_internal'],
];

/** What is run while plan mode is active; `more`: those that a person says only read. */
export function readOnlyTools(more: readonly string[] = []): ReadonlySet<string> {
  return new Set([...KNOWN, ...more]);
}

/** Why a call was not run (C16). */
export function planModeRefusal(name: string): string {
  return (
    `ERROR: Plan mode is active and ${name} is not known to only read, so it was not run. ` +
    'Go on with tools that read, and with the plan; the user decides when plan mode ends.'
  );
}
