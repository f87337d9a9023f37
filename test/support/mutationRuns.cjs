const Module = require('node:module');
const { configureGlobal } = require('fast-check');

// Each mutant meets few random inputs, because there are thousands of mutants; `npm test` has them all.
configureGlobal({ numRuns: 10 });

let test = 0;

/** What a schema builds on first use, built anew in each test: else a mutant in it would meet only the first one. */
function lazyOf({ lazy }) {
  return (getter) => {
    const schema = lazy(getter);
    let built;
    let builtIn;
    const innerType = () => {
      if (builtIn !== test) [built, builtIn] = [getter(), test];
      return built;
    };
    Object.defineProperty(schema._zod, 'innerType', { configurable: true, get: innerType });
    return schema;
  };
}

// The exports of the library are frozen.
const load = Module._load;
let ours;
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest);
  if (request !== 'zod/mini') return loaded;
  ours ??= { ...loaded, lazy: lazyOf(loaded) };
  return ours;
};

exports.mochaHooks = { beforeEach: () => void test++ };
