// mocha's spec output, and each result as a line of JSON in the file that SESSION_PLANS_REPORT names, as it
// comes: a run that is stopped says what it found until then, and why. The last line says that it ended.
const { appendFileSync } = require('node:fs');
const Mocha = require('mocha');

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
  Mocha.Runner.constants;

module.exports = class CountsReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.SESSION_PLANS_REPORT;
    const write = (line) => {
      if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
    };
    const record = (state) => (test, error) => {
      write({
        title: test.fullTitle(),
        state,
        ms: test.duration ?? 0,
        ...(error === undefined ? {} : { error: error.stack ?? String(error) }),
      });
    };
    runner.on(EVENT_TEST_PASS, record('passed'));
    runner.on(EVENT_TEST_FAIL, record('failed'));
    runner.on(EVENT_TEST_PENDING, record('skipped'));
    runner.once(EVENT_RUN_END, () => write({ ended: true }));
  }
};
