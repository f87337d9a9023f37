import { parseArgs } from 'node:util';

export const START_USAGE =
  'Usage: npm start [-- --once | --desktop] [--port N], where N is a number from 1 to 65535';

export interface StartArguments {
  readonly once: boolean;
  readonly desktop: boolean;
  readonly port: number | undefined;
}

/** Undefined when they cannot be understood. */
export function startArguments(args: readonly string[]): StartArguments | undefined {
  try {
    const options = {
      once: { type: 'boolean', default: false },
      desktop: { type: 'boolean', default: false },
      port: { type: 'string' },
    } as const;
    const { once, desktop, port } = parseArgs({ args: [...args], options }).values;
    if (port === undefined) return { once, desktop, port };
    const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
    return isPort ? { once, desktop, port: Number(port) } : undefined;
  } catch {
    // An unknown option, or one without its value.
    return undefined;
  }
}
