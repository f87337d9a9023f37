import * as z from 'zod/mini';

// The policy of the page forbids code made from strings; without this the library probes for it and
// the probe is reported as a violation. It has to run before any schema is made.
z.config({ jitless: true });
