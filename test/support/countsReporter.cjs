// mocha's spec output, and at the end the counts and results as JSON in the file that
// SESSION_PLANS_REPORT names: the run as a whole adds them up over all its processes.
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha');

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
  Mocha.Runner.constants;

module.exports = class CountsReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const results = [];
    const record = (state) => (test, error) =>
      results.push({
        title: test.fullTitle(),
        state,
        ms: test.duration ?? 0,
        ...(error === undefined ? {} : { error: error.stack ?? String(error) }),
      });
    runner.on(EVENT_TEST_PASS, record('passed'));
    runner.on(EVENT_TEST_FAIL, record('failed'));
    runner.on(EVENT_TEST_PENDING, record('skipped'));
    runner.once(EVENT_RUN_END, () => {
      const file = process.env.SESSION_PLANS_REPORT;
      if (file) writeFileSync(file, JSON.stringify({ results }));
    });
  }
};
