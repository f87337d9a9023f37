import * as vscode from 'vscode';

/** What a tool answered as text: all that a history can keep. */
export function resultWords({ content }: vscode.LanguageModelToolResult): string {
  const text = content.map(partWords).join('');
  return text === '' ? 'The tool answered nothing.' : text;
}

function partWords(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelPromptTsxPart) return treeWords(part.value);
  if (part instanceof vscode.LanguageModelDataPart) {
    if (/^text\/|[/+]json$/.test(part.mimeType)) return new TextDecoder().decode(part.data);
    return `[${part.mimeType}, ${String(part.data.length)} bytes: cannot be shown here]`;
  }
  return '';
}

/** A rendered prompt is a tree whose leaves are texts. */
function treeWords(node: unknown): string {
  if (Array.isArray(node)) return node.map(treeWords).join('');
  if (typeof node !== 'object' || node === null) return '';
  const { text, node: root, children } = node as Record<string, unknown>;
  return typeof text === 'string' ? text : treeWords(root) + treeWords(children);
}
