import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');

/**
 * Every text that the extension asks the editor to translate, by the source files: the first argument of
 * `l10n.t(…)`, whatever the function is called there. Throws for one that is put together at run time,
 * because no translator could know it.
 */
export function translatableTexts(): string[] {
  const texts = new Set<string>();
  for (const file of sourceFiles(join(root, 'src'))) {
    const content = readFileSync(file, 'utf8');
    if (!content.includes('l10n')) continue;
    const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isTranslation(node.expression)) {
        texts.add(textOf(node.arguments[0], `${file}: ${node.getText(source)}`));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...texts].sort();
}

/** The bundle that translators begin with: each text under itself. */
export function translationBundle(): Record<string, string> {
  return Object.fromEntries(translatableTexts().map((text) => [text, text]));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function isTranslation(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  return ts.isPropertyAccessExpression(callee) && /(^|\.)l10n\.t$/.test(callee.getText());
}

function textOf(given: ts.Expression | undefined, place: string): string {
  if (given && ts.isStringLiteralLike(given)) return given.text;
  if (
    given &&
    ts.isBinaryExpression(given) &&
    given.operatorToken.kind === ts.SyntaxKind.PlusToken
  ) {
    return textOf(given.left, place) + textOf(given.right, place);
  }
  throw new Error(`This text is not the same in every run, so it cannot be translated: ${place}`);
}
