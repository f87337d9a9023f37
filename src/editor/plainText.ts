import { visibleText } from '../domain/visibleText';

/** Unproven text in a label, where the editor would turn `$(name)` into an icon. */
export function labelText(text: string): string {
  return visibleText(text).replaceAll('$(', '\\$(');
}

/** The same in a notification, where the editor would turn `[text](address)` into a link. */
export function noticeText(text: string): string {
  return visibleText(text).replaceAll('](', '] (');
}
