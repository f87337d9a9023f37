import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

let encoding: Tiktoken | undefined;

/** Tokens of a text as the models of one large provider count them. */
export function tokensOf(text: string): number {
  encoding ??= new Tiktoken(o200k);
  return encoding.encode(text, 'all').length;
}
