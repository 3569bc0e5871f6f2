import { posix } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Express, and node's requests and responses, are for a few files of it: all others work on an ApiCall. */
const http = {
  imports: [
    'src/control',
    'src/domain',
    'src/evidence',
    'src/wire',
    'src/operations',
    'src/numbering/e164.ts',
    'src/journal/actionable-headers.ts',
    'src/journal/canonical-params.ts',
    'src/journal/known-secrets.ts',
    'src/journal/urls.ts',
    'src/did-you-mean.ts',
    'src/scenarios',
  ],
  types: ['src/history', 'src/journal', 'src/worlds'],
  packages: ['express-basic-auth', 'node:crypto', 'node:stream'],
  packageTypes: ['valibot'],
};

/**
 * The walls of the house: what a folder may import besides itself, which of that as types only, and from which packages.
 * A row of a folder holds for its subfolders, that of `src` for none of them. Later rows go before earlier ones.
 * `node:` stands for all of node's own modules. Every place may import `src/shared`.
 */
const walls = {
  'src/shared': {},
  'src/domain': {},
  'src/fiction': { imports: ['src/domain/draws.ts'] },
  'src/numbering': { packages: ['libphonenumber-js', 'countries-list'] },
  'src/evidence': { imports: ['src/domain'] },
  'src/overrides': {
    imports: ['src/cli-error.ts', 'src/domain', 'src/evidence', 'src/http/errors.ts', 'src/user-files'],
    packages: ['node:', 'valibot'],
  },
  'src/settings': {
    imports: ['src/domain', 'src/cli-error.ts', 'src/did-you-mean.ts', 'fixtures/names.ts'],
    types: ['src/evidence'],
    packages: ['node:'],
  },
  'src/wire': { imports: ['src/domain', 'src/numbering'], packages: ['valibot'] },
  'src/store': { imports: ['src/domain', 'src/numbering/e164.ts'], packages: ['node:crypto', 'valibot'] },
  'src/persistence': {
    imports: ['src/cli-error.ts', 'src/domain', 'src/store', 'src/whole-file.ts'],
    packages: ['lowdb', 'node:', 'valibot'],
  },
  'src/documents': {
    imports: ['src/domain/fax.ts', 'src/domain/refusal.ts', 'src/fiction', 'src/numbering/phone-text.ts'],
    packages: [
      '@cantoo/pdf-lib',
      '@hyzyla/pdfium',
      'file-type',
      'html-to-text',
      'node:',
      'sharp',
      'zxing-wasm/reader',
      'zxing-wasm/writer',
    ],
    loadsOnDemand: true,
  },
  'src/user-files': { imports: ['src/yaml-document.ts'], packages: ['yaml'] },
  'src/scenarios': {
    imports: ['src/domain', 'src/user-files', 'src/did-you-mean.ts', 'src/package-root.ts'],
    packages: ['node:', 're2js', 'valibot', 'yaml'],
    loadsOnDemand: true,
  },
  'src/operations': {
    imports: ['src/domain', 'src/fiction', 'src/numbering', 'src/store'],
    types: ['src/documents'],
  },
  'src/seed-files': {
    imports: [
      'src/control/fax-fields.ts',
      'src/control/fields.ts',
      'src/control/record-form.ts',
      'src/control/setting-fields.ts',
      'src/did-you-mean.ts',
      'src/domain',
      'src/fiction',
      'src/operations',
      'src/settings/kinds.ts',
      'src/store',
      'src/user-files',
      'src/wire',
    ],
    types: ['src/documents'],
    packages: ['node:', 'valibot', 'yaml'],
  },
  'src/tls': {
    imports: ['src/cli-error.ts'],
    packages: ['node:', '@peculiar/x509', 'reflect-metadata'],
    loadsOnDemand: true,
  },
  'src/network': { imports: ['src/domain/url.ts'], packages: ['ipaddr.js', 'node:'] },
  'src/journal': {
    imports: ['src/domain', 'src/did-you-mean.ts', 'src/scenarios/matching.ts', 'src/wire/upload.ts'],
    types: ['src/scenarios'],
    packages: ['node:'],
  },
  'src/history': {
    imports: ['src/domain', 'src/store/store.ts'],
    types: ['src/journal', 'src/scenarios', 'src/store'],
    packageTypes: ['node:http'],
  },
  'src/webhooks': {
    imports: ['src/domain', 'src/network', 'src/store/labels.ts', 'src/wire'],
    types: ['src/network', 'src/scenarios', 'src/store'],
    packages: ['ipaddr.js', 'node:'],
  },
  'src/worlds': {
    imports: [
      ...[
        'src/domain',
        'src/cli-error.ts',
        'src/history',
        'src/journal',
        'src/operations',
        'src/persistence',
        'src/user-files',
        'src/scenarios',
        'src/settings',
        'src/store',
        'src/webhooks',
      ],
      'fixtures/names.ts',
      'src/whole-file.ts',
    ],
    types: ['src/documents', 'src/seed-files'],
    packages: ['node:', 'valibot'],
    loadsOnDemand: true,
  },
  'src/control': {
    imports: [
      ...['src/domain', 'src/evidence', 'src/journal', 'src/operations', 'src/scenarios', 'src/settings', 'src/wire'],
      'src/did-you-mean.ts',
      'src/numbering/e164.ts',
      'src/worlds/clock-control.ts',
      'src/worlds/event-log.ts',
      'fixtures/names.ts',
    ],
    types: ['src/network', 'src/store', 'src/webhooks', 'src/worlds'],
    packages: ['valibot'],
  },
  'src/control/history.ts': {
    imports: ['src/bundles', 'src/journal'],
    types: ['src/history'],
    packages: ['valibot'],
    loadsOnDemand: true,
  },
  // Sessions as files. A replay asks a simulator by the client, and knows nothing of how it works.
  'src/bundles': {
    imports: [
      ...['src/domain', 'src/cli-error.ts', 'src/history', 'src/journal', 'src/settings', 'src/store', 'src/worlds'],
      'fixtures/names.ts',
      ...['src/scenarios/active-scenario.ts', 'src/scenarios/saved-scenario.ts', 'src/webhooks/signature.ts'],
      ...['src/network/http-exchange.ts', 'src/wire/json-schema.ts'],
    ],
    types: ['src/client', 'src/webhooks'],
    packages: ['node:', 'valibot'],
  },
  // A program that calls a simulator elsewhere loads this: nothing of the simulator, and no package.
  'src/client': { imports: ['src/domain/duration.ts'], types: ['src/control'] },
  // The page in the browser: of the simulator, it knows the forms of the control API, and reads event streams as the client does.
  'src/console': {
    imports: ['src/client/event-source.ts', 'src/numbering/phone-text.ts'],
    types: ['src/client', 'src/control', 'src/sweep/report/json.ts'],
    packages: ['preact', '@preact/signals'],
  },
  'src/jest': {
    imports: ['src/domain', 'src/bundles/save-bundle.ts', 'src/console-url.ts', 'src/did-you-mean.ts'],
    types: ['src/journal'],
    packages: ['node:'],
  },
  'src/http': http,
  ...Object.fromEntries(
    ['api-call', 'app', 'body', 'broken-wire', 'control', 'last-resort', 'response', 'rule-effects', 'server'].map(
      (name) => [`src/http/${name}.ts`, { ...http, packages: ['express', 'express-basic-auth', 'node:'] }],
    ),
  ),
  'src/http/console.ts': {
    ...http,
    imports: [...http.imports, 'src/package-root.ts'],
    packages: ['node:fs', 'node:http', 'node:zlib'],
  },
  'src/http/guides.ts': { ...http, imports: [...http.imports, 'src/guides.ts'] },
  'src/http/event-stream.ts': { ...http, packages: ['node:http'] },
  // Other servers are asked by what checks answers here: it knows the rows, and nothing of what the simulator does with them.
  'src/log': { imports: ['src/domain', 'src/journal'], types: ['src/worlds'] },
  'src/verify': {
    imports: ['src/domain', 'src/evidence', 'src/http/openapi', 'src/wire'],
    packages: ['node:'],
  },
  'src/testcontainers': { imports: ['src/client'], packages: ['node:crypto', 'testcontainers'] },
  // It uses a simulator as a test does: by the calls of a world.
  'src/sweep': {
    imports: ['src/cli-error.ts', 'src/scenarios'],
    types: ['src/client'],
    packages: ['node:', 'valibot', 'yaml'],
  },
  // Its entry for tests also starts a simulator.
  'src/sweep/in-process.ts': { imports: ['src/index.ts'], packages: ['node:'] },
  'src/commands': {
    types: ['src/log'],
    imports: [
      'src/bundles',
      'src/client',
      'src/sweep',
      'src/verify',
      'src/domain',
      'src/evidence/evidence.ts',
      'src/cli-error.ts',
      'src/console-url.ts',
      'src/index.ts',
      'src/local-url.ts',
      'src/did-you-mean.ts',
      'src/guides.ts',
      'src/network',
      'src/package-root.ts',
      'src/scenarios',
      'src/settings',
      'src/whole-file.ts',
      'src/yaml-document.ts',
    ],
    packages: ['node:'],
    loadsOnDemand: true,
  },
  src: {
    imports: [
      'src/client',
      'src/commands',
      'src/control/control-route.ts',
      'src/control/control-routes.ts',
      'src/control/run-call.ts',
      'src/control/events.ts',
      'src/documents/documents.ts',
      'src/documents/sample-cache.ts',
      'src/domain',
      'src/http/errors.ts',
      'src/network',
      'src/overrides',
      'src/scenarios',
      'src/settings',
      'src/tls',
      'src/webhooks/post.ts',
      'src/wire',
      'src/worlds',
      'fixtures/names.ts',
    ],
    types: ['src/control', 'src/evidence'],
    packages: ['node:'],
    loadsOnDemand: true,
  },
  'src/whole-file.ts': { packages: ['node:fs'] },
  'src/did-you-mean.ts': { packages: ['fastest-levenshtein'] },
  'src/yaml-document.ts': { packages: ['yaml'] },
  'src/embedded.ts': {
    imports: ['src/index.ts', 'fixtures/catalogue.ts'],
    types: ['src/client'],
    packages: ['node:cluster', 'node:dns'],
  },
  'src/request-log.ts': {
    imports: ['src/http/api-call.ts', 'src/journal/details.ts'],
    packages: ['node:'],
  },
  'src/simulator.ts': {
    imports: ['src/control/request-counts.ts', 'src/http', 'src/journal/journal-space.ts', 'src/worlds'],
    types: ['src/control', 'src/evidence', 'src/scenarios', 'src/tls'],
    packages: ['node:'],
    packageTypes: ['express'],
  },
  fixtures: {
    imports: ['src/domain', 'src/fiction', 'src/numbering', 'src/store/contents.ts'],
    packages: ['@faker-js/faker/locale/en', 'pure-rand/generator/xoroshiro128plus'],
    packageTypes: ['@faker-js/faker'],
  },
};

/** Functions on JavaScript's own values, of at most 130 lines together. */
const shared = 'src/shared';

const noDynamicImport = {
  selector: 'ImportExpression',
  message: 'Only what starts the program or composes it loads on demand.',
};

const noSpreadLiteral = {
  selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write the fields or items out: a spread literal switches the check for unknown fields off.',
};

const noDoubleAssertion = {
  selector: 'TSAsExpression > TSAsExpression',
  message: 'Give the value its type where it is made: a double assertion switches the compiler off.',
};

const wallRules = Object.entries(walls).flatMap(([place, wall]) =>
  (place === 'src' || isFile(place) ? [0] : [0, 1, 2]).map((depth) => ({
    files: [isFile(place) ? place : `${place}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: patternsOf(place, wall, depth) }],
      'no-restricted-syntax': [
        'error',
        ...(wall.loadsOnDemand ? [] : [noDynamicImport]),
        noSpreadLiteral,
        noDoubleAssertion,
      ],
    },
  })),
);

/** The forbidden imports of files so many folders below their place: all but a list, and that only as types. */
function patternsOf(place, { imports = [], types = [], packages = [], packageTypes = [] }, depth) {
  const here = posix.join(isFile(place) ? posix.dirname(place) : place, 'x/'.repeat(depth));
  const spelled = (paths) => paths.map((path) => relative(here, path) + (isFile(path) ? '$' : '/'));
  const named = (names) => names.map((name) => literally(name) + (name.endsWith(':') ? '' : '(/|$)'));
  const beside = here === 'src' ? ['\\./[^/]+$'] : ['\\./[^.]'];
  const above = depth > 0 ? [`(\\.\\./){1,${depth}}[^.]`] : [];
  const typesOnly = [...spelled(types), ...named(packageTypes)];
  const allowed = [...beside, ...above, ...spelled([shared, ...imports]), ...named(packages)];
  const message = `Not for ${place}: the table of walls in eslint.config.js says what is.`;
  return [
    { regex: `^(?!${[...allowed, ...typesOnly].join('|')})`, message },
    ...(typesOnly.length > 0
      ? [{ regex: `^(?!${allowed.join('|')})(${typesOnly.join('|')})`, allowTypeImports: true, message }]
      : []),
  ];
}

function relative(from, to) {
  const path = posix.relative(from, to);
  return literally(path.startsWith('.') ? path : `./${path}`);
}

function isFile(path) {
  return path.endsWith('.ts');
}

function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

const sizes = {
  'max-lines': ['error', 250],
  'max-lines-per-function': ['error', 60],
  complexity: ['error', 12],
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      eqeqeq: 'error',
    },
  },
  { files: ['src/**/*.{ts,tsx}', 'fixtures/**/*.ts'], rules: sizes },
  // Tables, as long as what they list.
  {
    files: ['src/**/*.generated.ts', 'src/settings/settings.ts'],
    rules: { 'max-lines': 'off' },
  },
  ...wallRules,
  {
    // Values from outside (JSON bodies above all) are any in tests, and asserting on them is the test.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
