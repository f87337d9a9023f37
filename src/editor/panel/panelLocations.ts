export const PANEL_LOCATIONS = ['secondarySideBar', 'activityBar'] as const;
export type PanelLocation = (typeof PANEL_LOCATIONS)[number];

/** A view cannot change its home by a setting, so there are two, of which the manifest offers one. */
export const PANEL_VIEWS: Readonly<Record<PanelLocation, string>> = {
  secondarySideBar: 'sessionPlans.plan',
  activityBar: 'sessionPlans.planInActivityBar',
};
