// npm run test:mutation: whether a test fails for each small change of a rule
export default {
  mutate: ['src/domain/**/*.ts'],
  testRunner: 'mocha',
  mochaOptions: {
    // The first failure ends a mutant: those that look at many inputs come last.
    spec: [
      'test/domain/**/!(*Properties|*Invariants|resultSize).test.ts',
      'test/tools/toolInput.test.ts',
      'test/domain/**/{*Properties,*Invariants}.test.ts',
      'test/domain/resultSize.test.ts',
      // The rules of turns, plan mode and reviews show in what the service does.
      ...[
        'planMode',
        'planReview',
        'planService',
        'sessionLifecycle',
        'sessionMetadata',
        'turns',
      ].map((name) => `test/service/${name}.test.ts`),
    ],
    require: ['test/support/mutationRuns.cjs'],
  },
  testRunnerNodeArgs: ['--import=tsx'],
  coverageAnalysis: 'perTest',
  ignorePatterns: ['dist', 'media', 'examples', 'docs', '*.vsix'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  incrementalFile: '.cache/mutation/incremental.json',
  tempDirName: '.cache/mutation/sandbox',
  thresholds: { high: 95, low: 85, break: 85 },
  concurrency: 2,
  timeoutMS: 30_000,
};
