import { codeOf } from '../../service/platformError';

/** What drivers say of a failure to which they give no code, or one that says too little. */
const BY_TEXT: readonly (readonly [text: RegExp, code: string])[] = [
  [/no encryption/, 'TLS_DEMANDED'],
  [/before secure TLS connection was established/, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [/password must be a/, 'PASSWORD_NEEDED'],
  [/timeout/i, 'ETIMEDOUT'],
];

/** With the code by which stores know it. */
export function codedFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = BY_TEXT.find(([text]) => text.test(error.message))?.[1];
  const known = codeOf(error);
  if (code === undefined || known === code) return error;
  // An answer of a server has its own code, and only these two are more exact.
  if (known !== undefined && !['28000', 'ECONNRESET'].includes(known)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code });
}
