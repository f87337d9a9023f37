/** Stands for `node:os` in the bundle of the web: nobody has a home there, and failures have no numbers. */
export const homedir = (): string => '/';

export const constants = { errno: {} };
