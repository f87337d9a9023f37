export interface WebviewPage {
  /** The editor's source expression for files of the extension. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** Fresh for every rendering. */
  readonly nonce: string;
  readonly locale: string;
  readonly title: string;
}

/**
 * The document of the view. It holds no text of a plan: that comes by message and becomes text nodes.
 * The policy lets our script and its own parts run and nothing else, and forbids turning strings into code or markup.
 */
export function webviewHtml(page: WebviewPage): string {
  const policy = [
    `default-src 'none'`,
    `img-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    `style-src ${page.cspSource}`,
    `script-src 'nonce-${page.nonce}'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(page.locale)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(page.title)}</title>
<link rel="stylesheet" href="${attribute(page.styleUri)}">
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${attribute(page.nonce)}" src="${attribute(page.scriptUri)}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
