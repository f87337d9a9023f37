/** Markdown as the editor builds it: what is appended as text has its signs escaped. */
export class FakeMarkdown {
  value = '';
  isTrusted: boolean | undefined;
  supportThemeIcons: boolean | undefined;
  supportHtml: boolean | undefined;
  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>|$]/g, '\\$&');
    return this;
  }
  appendMarkdown(markdown: string): this {
    this.value += markdown;
    return this;
  }
}
