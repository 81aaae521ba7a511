import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The clock of the product is src/common/clock.ts; drivers and channels may set I/O limits. */
const NO_OWN_TIME = ['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
  name,
  message: 'Time belongs to the Clock; a due time is looked at on a poll cycle (see docs/adr/0003).',
}));

export default tseslint.config(
  { ignores: ['web/src/api/schema.d.ts', 'dist/**', 'release/**', 'coverage/**', 'node_modules/**', 'data/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off', // Nest modules are classes without members
      '@typescript-eslint/require-await': 'off', // an interface may ask for a promise
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off', // views and rows are plain objects; classes only name their shape
      '@typescript-eslint/no-misused-spread': 'off', // the same: they have no behaviour to lose
      '@typescript-eslint/unbound-method': 'off', // class-validator and Jest hand methods around by design
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      'src/common/clock.ts',
      'src/common/time-slices.ts', // gives way, and waits for no time
      'src/common/time-limit.ts',
      'src/launcher/**',
      'src/hardware/drivers/**',
      'src/**/channels/**',
      'src/**/*.spec.ts',
    ],
    rules: { 'no-restricted-globals': ['error', ...NO_OWN_TIME] },
  },
  { files: ['web/**/*.ts', 'web/**/*.tsx'], ...reactHooks.configs.flat.recommended },
  { files: ['web/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    rules: { 'react-hooks/exhaustive-deps': 'error', 'react-hooks/incompatible-library': 'error' }, // no mere warnings
  },
  {
    files: ['web/**/*.tsx'],
    rules: {
      // A part of a page that scrolls must be within reach of the keyboard (axe: scrollable-region-focusable).
      'jsx-a11y/no-noninteractive-tabindex': [
        'error',
        { tags: [], roles: ['tabpanel', 'region', 'group'], allowExpressionValues: true },
      ],
      'jsx-a11y/label-has-associated-control': ['error', { controlComponents: ['Checkbox'] }],
    },
  },
  {
    // Answers over HTTP are `any` to a test: it looks into what came back.
    files: ['test/**/*.ts', 'src/**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          '__dirname',
          'AbortSignal',
          'console',
          'Buffer',
          'URL',
          'fetch',
          'AbortController',
          'performance',
          'setTimeout',
          'setInterval',
          'clearInterval',
          'setImmediate',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
