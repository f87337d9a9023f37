import * as z from 'zod/mini';

/** Where plans are kept, as a composition root asks for it. */
export const storeSettingsSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('memory') }),
    z.strictObject({
      kind: z.literal('sqlite'),
      /** A folder of the machine on which the agent runs, outside every workspace. */
      folder: z.string(),
    }),
  ]),
);
export type StoreSettings = z.infer<typeof storeSettingsSchema>;
