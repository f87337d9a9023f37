import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');

/** Folders whose failures people meet in the editor; those of the others are for models and programs, in English. */
const TOLD = /^(domain|service|host|stores|editor(?!\/api\/))\//;

/** Where sentences are translated, wherever they were made. */
const DOOR = 'editor/inWords.ts';

/**
 * Every text that people are told in their language, by the source files: the first argument of `l10n.t(…)`,
 * whatever the function is called there, the templates of `sentence`, and what a PlanError says. Throws for
 * one that is put together at run time, because no translator could know it.
 */
export function translatableTexts(sources: Iterable<readonly [string, string]> = sourceFiles()) {
  const texts = new Set<string>();
  for (const [file, content] of sources) {
    if (file === DOOR || !/l10n|sentence|PlanError/.test(content)) continue;
    const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const place = `${file}: ${node.getText(source)}`;
      if (ts.isCallExpression(node) && isTranslation(node.expression)) {
        texts.add(textOf(node.arguments[0], place));
      } else if (isSentence(node)) {
        texts.add(templateOf(node.template, place));
      } else if (ts.isNewExpression(node) && isFailure(node, file)) {
        const said = node.arguments?.[1];
        // A sentence is met by itself, or where it was made.
        if (said && !isSentence(said) && !isTyped(said)) texts.add(textOf(said, place));
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

/** Their names in `src`, and what is in them. */
function* sourceFiles(): Generator<readonly [string, string]> {
  const folder = join(root, 'src');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts'))
      yield [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')];
  }
}

function isTranslation(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  return ts.isPropertyAccessExpression(callee) && /(^|\.)l10n\.t$/.test(callee.getText());
}

function isSentence(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sentence';
}

/** What programs declare wrongly is told to those who write them. */
function isFailure({ expression, arguments: given }: ts.NewExpression, file: string): boolean {
  const code = given?.[0]?.getText();
  return (
    expression.getText() === 'PlanError' && TOLD.test(file) && code !== `'invalid_configuration'`
  );
}

/** The compiler has the word of `problem satisfies Sentence`. */
function isTyped(said: ts.Expression): boolean {
  return ts.isSatisfiesExpression(said) && said.type.getText() === 'Sentence';
}

function templateOf(template: ts.TemplateLiteral, place: string): string {
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  if (parts.some((part) => /[{}]/.test(part))) throw new Error(`Braces are for places: ${place}`);
  return parts.reduce((text, part, at) => `${text}{${String(at - 1)}}${part}`);
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
