import * as vscode from 'vscode';

/** Longest text of one attachment, in UTF-16 units. */
const MAX_ATTACHED = 20_000;

/** The editor adds it to every message: the skills and agents of its own agent mode. */
const SKILLS_INDEX = 'vscode.customizations.index';

/** What a person said and attached, as the model reads it. */
export function promptText(
  prompt: string,
  { references, toolReferences }: Pick<vscode.ChatRequest, 'references' | 'toolReferences'>,
): string {
  const attached = references
    .filter(({ id }) => id !== SKILLS_INDEX)
    .map(({ value, modelDescription }) =>
      [...(modelDescription ? [`${modelDescription}:`] : []), valueText(value)].join(' '),
    );
  const tools = toolReferences.map(({ name }) => `the tool ${name}`);
  const lines = [...attached, ...tools].map((line) => `- ${line}`);
  return lines.length === 0 ? prompt : [prompt, '', 'The user attached:', ...lines].join('\n');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_ATTACHED);
  if (value instanceof vscode.Uri) return value.scheme === 'file' ? value.fsPath : value.toString();
  if (value instanceof vscode.Location) {
    const { start, end } = value.range;
    return `${valueText(value.uri)}, lines ${String(start.line + 1)} to ${String(end.line + 1)}`;
  }
  return 'something that cannot be shown as text';
}
