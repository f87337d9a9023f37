/** Whether a program outside of the editor plans there (`mcp:…`, `srv:…`), so that it has no chat to open. */
export function isOfProgram(session: string): boolean {
  return /^(mcp|srv):/.test(session);
}
