import { createHash, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import * as z from 'zod/mini';
import { PlanError } from '../../domain/planError';
import { codeOf } from '../../service/platformError';

const sessions = z._default(z.array(z.string().check(z.minLength(1))), []);
const tokensSchema = z.record(
  z.string().check(z.minLength(16)),
  z.strictObject({ read: sessions, prompt: sessions }),
);

/** Every session. */
const ANY = '*';
/** Group and others. */
const NOT_THE_OWNER = 0o077;

/** What whoever has a token may do. */
export class Access {
  readonly #read: ReadonlySet<string>;
  readonly #prompt: ReadonlySet<string>;

  constructor({
    read,
    prompt,
  }: {
    readonly read: readonly string[];
    readonly prompt: readonly string[];
  }) {
    this.#read = new Set(read);
    this.#prompt = new Set(prompt);
  }

  /** The sessions that it may read; undefined: every one. */
  get readable(): readonly string[] | undefined {
    return this.#read.has(ANY) ? undefined : [...this.#read];
  }

  mayRead(session: string): boolean {
    return this.#read.has(ANY) || this.#read.has(session);
  }

  mayPrompt(session: string): boolean {
    return this.#prompt.has(ANY) || this.#prompt.has(session);
  }
}

/** The tokens of a file, by their hashes: none of them is kept, and none is ever told. */
export class Tokens {
  readonly #known: readonly { readonly hash: Buffer; readonly access: Access }[];

  constructor(given: z.infer<typeof tokensSchema>) {
    this.#known = Object.entries(given).map(([token, sessions]) => ({
      hash: hashOf(token),
      access: new Access(sessions),
    }));
  }

  /** Takes as long whichever token it is, and if it is none. */
  accessOf(token: string): Access | undefined {
    const hash = hashOf(token);
    let found: Access | undefined;
    for (const { hash: known, access } of this.#known) {
      if (timingSafeEqual(hash, known)) found = access;
    }
    return found;
  }
}

/** Throws `invalid_configuration`, with no token in it, unless the file is the owner's alone and makes sense. */
export async function readTokens(file: string): Promise<Tokens> {
  const refuse = (why: string) =>
    new PlanError('invalid_configuration', `The tokens file ${file} ${why}.`, {
      details: { file },
    });
  let text: string;
  try {
    const handle = await open(file, 'r');
    try {
      const { mode } = await handle.stat();
      if (process.platform !== 'win32' && (mode & NOT_THE_OWNER) !== 0) {
        throw refuse(`can be read by others: take that away (chmod 600)`);
      }
      text = await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = codeOf(error);
    throw code === undefined || PlanError.is(error) ? error : refuse(`cannot be read: ${code}`);
  }
  const parsed = tokensSchema.safeParse(json(text));
  if (parsed.success) return new Tokens(parsed.data);
  throw refuse(
    'is not of this form: { "TOKEN": { "read": ["*" or session ids], "prompt": [...] } }, with tokens of at least 16 characters',
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
