// Each mutant meets few random inputs, because there are thousands of mutants; `npm test` has them all.
const { configureGlobal } = require('fast-check');

configureGlobal({ numRuns: 10 });
