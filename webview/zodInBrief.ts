// Stands for `zod/mini` in the bundle of the panel: the same schemas, read by a tenth of the code. It
// has what the messages to the panel are made of, and of a value that does not fit it says only where.

type Read = (value: unknown, path: PropertyKey[]) => unknown;
type Shape = Readonly<Record<string, Schema>>;

const MISFIT = new Error('does not fit');

class Schema {
  constructor(
    /** Throws with `path` at what does not fit. */
    readonly read: Read,
    readonly shape: () => Shape = () => ({}),
    readonly literal?: unknown,
  ) {}

  check(...checks: readonly ((value: never) => boolean)[]): Schema {
    return new Schema((value, path) => {
      const read = this.read(value, path);
      for (const isFine of checks) must(isFine(read as never));
      return read;
    }, this.shape);
  }

  parse(value: unknown): unknown {
    return this.read(value, []);
  }

  safeParse(value: unknown): object {
    const path: PropertyKey[] = [];
    try {
      return { success: true, data: this.read(value, path) };
    } catch (error) {
      if (error !== MISFIT) throw error;
      return { success: false, error: { issues: [{ path, message: MISFIT.message }] } };
    }
  }
}

function must(fits: boolean): void {
  if (!fits) throw MISFIT;
}

/** A value that is as it is, or does not fit. */
function plain(fits: (value: unknown) => boolean): () => Schema {
  const schema = new Schema((value) => {
    must(fits(value));
    return value;
  });
  return () => schema;
}

function at(key: PropertyKey, schema: Schema, value: unknown, path: PropertyKey[]): unknown {
  path.push(key);
  const read = schema.read(value, path);
  path.pop();
  return read;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  must(typeof value === 'object' && value !== null && !Array.isArray(value));
  return value as Readonly<Record<string, unknown>>;
}

export const string = plain((value) => typeof value === 'string');
export const boolean = plain((value) => typeof value === 'boolean');
export const number = plain(Number.isFinite);
export const int = plain(Number.isSafeInteger);
export const unknown = plain(() => true);

export function literal(wanted: unknown): Schema {
  return new Schema(plain((value) => value === wanted)().read, undefined, wanted);
}

function oneOf(values: readonly unknown[]): Schema {
  return plain((value) => values.includes(value))();
}
export { oneOf as enum };

export function nullable({ read }: Schema): Schema {
  return new Schema((value, path) => (value === null ? null : read(value, path)));
}

export function optional({ read }: Schema): Schema {
  return new Schema((value, path) => (value === undefined ? undefined : read(value, path)));
}

export function array(element: Schema): Schema {
  return new Schema((value, path) => {
    must(Array.isArray(value));
    // With the holes, which `map` leaves out.
    return Array.from(value as unknown[], (each, index) => at(index, element, each, path));
  });
}

export function record(_keys: Schema, element: Schema): Schema {
  return new Schema((value, path) => {
    const read = Object.entries(fieldsOf(value)).map(([key, each]) => [
      key,
      at(key, element, each, path),
    ]);
    return Object.fromEntries(read) as unknown;
  });
}

/** Keys that are not in the shape are dropped. */
export function object(shape: Shape): Schema {
  return new Schema(
    (value, path) => {
      const fields = fieldsOf(value);
      const read: Record<string, unknown> = {};
      for (const [key, schema] of Object.entries(shape)) {
        const field = at(key, schema, fields[key], path);
        if (key in fields) read[key] = field;
      }
      return read;
    },
    () => shape,
  );
}

export function strictObject(shape: Shape): Schema {
  const { read } = object(shape);
  return new Schema(
    (value, path) => {
      must(Object.keys(fieldsOf(value)).every((key) => Object.hasOwn(shape, key)));
      return read(value, path);
    },
    () => shape,
  );
}

export function discriminatedUnion(key: string, options: readonly Schema[]): Schema {
  const known = new Map(options.map((option) => [option.shape()[key]?.literal, option]));
  return new Schema((value, path) => {
    const option = known.get(fieldsOf(value)[key]);
    path.push(key);
    must(option !== undefined);
    path.pop();
    return option?.read(value, path);
  });
}

/** What `make` gives, made when a value is first read. */
export function lazy(make: () => Schema): Schema {
  let made: Schema | undefined;
  const schema = (): Schema => (made ??= make());
  return new Schema(
    (value, path) => schema().read(value, path),
    () => schema().shape(),
  );
}

export function minimum(least: number) {
  return (value: number): boolean => value >= least;
}

export function regex(pattern: RegExp) {
  return (value: string): boolean => pattern.test(value);
}

export function refine<Value>(isFine: (value: Value) => boolean) {
  return isFine;
}
