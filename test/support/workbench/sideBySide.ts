/** Chat and panel on the screen at once; by default the panel is a tab beside the chat, and one hides the other. */
export const SIDE_BY_SIDE = { 'sessionPlans.panelLocation': 'activityBar' } as const;
