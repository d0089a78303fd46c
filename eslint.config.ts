import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const nodeBuiltins = { group: ['node:*'], message: 'Workflows and domain are pure: no Node built-ins.' };
const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/config/env.ts reads process.env; pass configuration in.',
};
const bareFetch = {
  selector: "CallExpression[callee.name='fetch']",
  message: 'All outbound HTTP goes through src/egress.',
};
const wallClock = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Use ctx.clock, so that tests can move time.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Use ctx.clock, so that tests can move time.',
  },
];

/** Captions and comments are other people's text. */
const otherPeoplesHtml = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Text is shown as text.',
  },
  {
    selector: 'MemberExpression[property.name=/^(inner|outer)HTML$/]',
    message: 'Text is shown as text.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'release/',
      'node_modules/',
      'drizzle/',
      '.data/',
      '.cache/',
      'test/pds/',
      'docs/',
      'packages/client/dist/',
      'packages/client/src/api-types.ts',
      '.dependency-cruiser.cjs',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['scripts/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/config/env.ts', 'src/**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', processEnv, bareFetch] },
  },
  {
    files: ['src/{concurrency,domain,services,urls}/**/*.ts'],
    ignores: ['src/**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', processEnv, bareFetch, ...wallClock] },
  },
  {
    files: ['src/{concurrency,domain,urls,workflows}/**/*.ts'],
    ignores: ['src/**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [nodeBuiltins] }] },
  },
  {
    // The launcher talks to a person in a terminal; everything else logs.
    files: ['src/launcher/**/*.ts', 'src/bin/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['packages/dashboard/**/*.{ts,tsx}'],
    extends: [jsxA11y.configs.strict, reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-syntax': ['error', ...otherPeoplesHtml],
      // React takes promises nowhere, but an attribute that is an event handler may be async.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'src/platforms/*/test/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Plain JavaScript that runs before anything is built or installed.
    files: ['scripts/**/*.mjs', 'vitest.config.ts', 'drizzle.config.ts', 'eslint.config.ts'],
    ...tseslint.configs.disableTypeChecked,
  },
  {
    files: ['scripts/**/*.mjs'],
    rules: { ...tseslint.configs.disableTypeChecked.rules, 'no-console': 'off' },
  },
);
