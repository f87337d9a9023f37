const { dirname, join } = require('node:path');
const { configureGlobal } = require('fast-check');

// Each mutant meets few random inputs, because there are thousands of mutants; `npm test` has them all.
configureGlobal({ numRuns: 10 });

// What a schema builds on first use is built anew in each test: else a mutant in it would meet only the test
// that happened to use it first.
const schemas = require(join(dirname(require.resolve('zod/mini')), '../v4/mini/schemas.cjs'));
const { ZodMiniLazy } = schemas;
let test = 0;
schemas.ZodMiniLazy = function (definition) {
  const schema = new ZodMiniLazy(definition);
  let built;
  let builtIn;
  const innerType = () => {
    if (builtIn !== test) [built, builtIn] = [definition.getter(), test];
    return built;
  };
  Object.defineProperty(schema._zod, 'innerType', { configurable: true, get: innerType });
  return schema;
};
exports.mochaHooks = { beforeEach: () => void test++ };
