import tseslint from 'typescript-eslint';

const typed = ['{src,webview,test}/**/*.{ts,tsx}'];

export default tseslint.config(
  { ignores: ['dist/**', '.cache/**', 'test/extension/fixtures/**'] },
  {
    files: typed,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      // By code points is what is meant where a text is spread.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Ports are asynchronous also where an implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true },
        },
      ],
    },
  },
  {
    // What a plan is is pure: no clock, no chance, nothing to wait for.
    files: ['src/domain/**'],
    rules: {
      'no-restricted-globals': ['error', 'Date', 'Promise', 'crypto', 'performance'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
      'no-restricted-syntax': ['error', ':function[async=true]', 'AwaitExpression'],
    },
  },
  {
    files: ['test/**'],
    rules: {
      // A test may look into a value it has just asserted, pass what types would not allow, read JSON
      // into the type it expects, and run generated code.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-implied-eval': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
);
