import * as z from 'zod/mini';

const layoutSchema = z.object({
  page: z.enum(['plan', 'sessions']),
  /** The list of revisions is unfolded. */
  revisionsOpen: z.boolean(),
  /** The session that the rest is about. */
  session: z.nullable(z.string()),
  /** Ids of steps whose subtasks are folded away. */
  collapsed: z.array(z.string()),
  scrollTop: z.number(),
});
/** What is kept of the panel while it is hidden: how it was unfolded and scrolled, and nothing else. */
export type PanelLayout = z.infer<typeof layoutSchema>;

export const INITIAL_LAYOUT: PanelLayout = {
  page: 'plan',
  revisionsOpen: true,
  session: null,
  collapsed: [],
  scrollTop: 0,
};

/** Another version of the view may have saved another form: then the panel begins anew. */
export function toPanelLayout(saved: unknown): PanelLayout {
  const parsed = layoutSchema.safeParse(saved);
  return parsed.success ? parsed.data : INITIAL_LAYOUT;
}
