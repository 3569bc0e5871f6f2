import { posix } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { TypeFlags, flattenDiagnosticMessageText } from 'typescript';

/** The rooms that know the model only. */
const ground = ['src/model', 'src/wire', 'src/documents', 'src/store', 'src/scenarios'];

/** The parts that a program beside the simulator has: its start, the client of its control API, and the form of a scenario. */
const fromOutside = ['src/index.ts', 'src/control/client', 'src/model/shared', 'src/scenarios', 'src/lab/programs'];

/**
 * The rooms of the house from the ground up, then what stands beside it: what each may import besides itself, and from which
 * packages. A row holds for subfolders without a row of their own, that of `src` for its own files only. `node:` stands for all of node's own modules.
 */
const walls = {
  'src/model': {
    packages: ['countries-list', 'fastest-levenshtein', 'libphonenumber-js', 'node:', 'valibot', 'yaml'],
  },
  'src/wire': { imports: ['src/model', 'docs/evidence'], packages: ['valibot'] },
  'src/documents': {
    imports: ['src/model'],
    packages: ['@cantoo/pdf-lib', '@hyzyla/pdfium', 'file-type', 'html-to-text', 'node:', 'sharp', 'zxing-wasm'],
    loadsOnDemand: true,
  },
  'src/store': { imports: ['src/model'], packages: ['lowdb', 'node:', 'valibot'] },
  'src/scenarios': {
    imports: ['src/model', 'src/store'],
    packages: ['node:', 're2js', 'valibot', 'yaml'],
    loadsOnDemand: true,
  },
  'src/service': { imports: [...ground], packages: ['ipaddr.js', 'node:'] },
  'src/worlds': {
    imports: [...ground, 'src/service'],
    packages: ['node:', 'valibot'],
    loadsOnDemand: true,
  },
  'src/control': {
    imports: [...ground, 'src/service', 'src/worlds'],
    packages: ['node:', 'valibot', 'yaml'],
    loadsOnDemand: true,
  },
  'src/http': {
    imports: [...ground, 'src/service', 'src/worlds', 'src/control'],
    packages: ['@peculiar/x509', 'express', 'express-basic-auth', 'node:', 'reflect-metadata', 'valibot'],
    loadsOnDemand: true,
  },
  'src/lab': {
    imports: [...ground, 'src/service', 'src/worlds', 'src/control', 'src/http', 'src/index.ts'],
    packages: ['cross-spawn', 'node:', 'valibot'],
  },
  // It writes fixtures and evidence, which are YAML.
  'src/lab/record': {
    imports: [
      ...ground,
      'src/service',
      'src/worlds',
      'src/control',
      'src/http',
      'src/index.ts',
      'src/lab/verify',
      'src/lab/report',
    ],
    packages: ['node:', 'yaml'],
  },
  // A report in its three forms. The console draws it in the browser, so it has no packages.
  'src/lab/report': { imports: ['src/model/shared'] },
  'src/lab/achievements': { imports: ['src/control/client', 'src/model/shared'] },
  'src/lab/sweep': {
    imports: [...fromOutside, 'src/lab/achievements', 'src/lab/report'],
    packages: ['node:', 'valibot', 'yaml'],
  },
  'src/lab/parity': {
    imports: [
      'src/control/client',
      'src/model/shared',
      'src/lab/achievements',
      'src/lab/report',
      'src/lab/migrate/mistakes.ts',
      'src/lab/sweep',
    ],
    packages: ['node:'],
  },
  // It compares two forms of the service, so it knows the model; it runs in the browser too, so it has no packages.
  'src/lab/migrate': {
    imports: ['src/control/client', 'src/model', 'src/lab/achievements', 'src/lab/report'],
  },
  // The entries that other people's tests import. Each file of tests loads one, so only a start loads the simulator.
  'src/package': {
    imports: [
      'src/control/client',
      'src/model/shared',
      'src/index.ts',
      'src/lab/achievements',
      'src/lab/sweep',
      'fixtures',
    ],
    packages: ['node:'],
  },
  'src/package/jest': { imports: ['src/control/client', 'src/model/shared'], packages: ['node:'] },
  'src/package/testcontainers': { imports: ['src/control/client'], packages: ['node:', 'testcontainers'] },
  'src/cli': {
    imports: [...ground, 'src/service', 'src/worlds', 'src/control', 'src/http', 'src/index.ts', 'src/lab'],
    packages: ['node:'],
    loadsOnDemand: true,
  },
  src: {
    imports: [...ground, 'src/service', 'src/worlds', 'src/control', 'src/http', 'fixtures'],
    packages: ['node:'],
    packageTypes: ['express'],
    loadsOnDemand: true,
  },
  console: {
    imports: [
      'src/model',
      'src/control',
      'src/lab/migrate',
      'src/lab/report',
      'src/lab/parity/report/sections.ts',
      'src/lab/sweep/report/matrix.ts',
      'src/lab/sweep/report/run-item.ts',
      'src/lab/sweep/report/sections.ts',
      'src/lab/sweep/verdicts.ts',
      'docs/scenario.schema.json',
    ],
    types: ['src/lab/sweep/report', 'src/lab/parity/report'],
    packages: ['@preact/signals', 'marked', 'preact'],
    loadsOnDemand: true,
  },
  fixtures: {
    imports: ['src/model', 'src/store', 'src/documents', 'src/service'],
    packages: ['@cantoo/pdf-lib', '@faker-js/faker', 'pure-rand', 'valibot'],
  },
};

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

/** A binary branch gives each further version the behaviour of one of the others, and the compiler says nothing. */
const noVersionBranch = {
  selector: ':matches(BinaryExpression[operator=/^[!=]==$/], SwitchCase) > Literal[value=/^v\\d(\\.\\d)?$/]',
  message: 'Write a table with a row for each version, or a member of its face: a comparison forgets the next version.',
};

/** A pattern that is made of a caller's text can be invalid, or slow; one that is made of constants can be a literal. */
const noMadePattern = {
  selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
  message: 'Write a literal, or search for the text: a pattern that is made while the program runs has no test.',
};

const wallRules = Object.entries(walls).flatMap(([place, wall]) =>
  (place === 'src' || isFile(place) ? [0] : [0, 1, 2]).map((depth) => ({
    files: [isFile(place) ? place : `${place}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: patternsOf(place, wall, depth) }],
      'no-restricted-syntax': [
        'error',
        wall.loadsOnDemand ? noImportBeyond(place, wall, depth) : noDynamicImport,
        noSpreadLiteral,
        noDoubleAssertion,
        noVersionBranch,
        noMadePattern,
      ],
    },
  })),
);

/** The same walls for `import()`, at which the rule about imports does not look. A selector's pattern has no slashes. */
function noImportBeyond(place, wall, depth) {
  const [{ regex, message }] = patternsOf(place, wall, depth);
  return { selector: `ImportExpression > Literal[value=/${regex.replaceAll(/\\?\//g, '\\x2f')}/]`, message };
}

/** The forbidden imports of files so many folders below their place: all but a list, and that only as types. */
function patternsOf(place, { imports = [], types = [], packages = [], packageTypes = [] }, depth) {
  const here = posix.join(isFile(place) ? posix.dirname(place) : place, 'x/'.repeat(depth));
  const spelled = (paths) => paths.map((path) => relative(here, path) + (isFile(path) ? '$' : '/'));
  const named = (names) => names.map((name) => literally(name) + (name.endsWith(':') ? '' : '(/|$)'));
  const beside = here === 'src' ? ['\\./[^/]+$'] : ['\\./[^.]'];
  const above = depth > 0 ? [`(\\.\\./){1,${depth}}[^.]`] : [];
  const typesOnly = [...spelled(types), ...named(packageTypes)];
  const allowed = [...beside, ...above, ...spelled(imports), ...named(packages)];
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
  return /\.(?:ts|json)$/.test(path);
}

function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** The types of values from outside, which may have a `toString` or a `valueOf` that is no function. */
const anything = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive;

/** `String(value)` throws for `{"toString": 1}`, whether it is called or handed to `map`. */
const noConversionOfUnknown = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unknown: 'Use asText or asNumber of model/shared/conversion: {{ name }} throws for {"toString": 1}.' },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap, getTypeAtLocation } = context.sourceCode.parserServices;
    if (!program) return {}; // linted without types
    const checker = program.getTypeChecker();
    const isAnything = (type) =>
      type !== undefined && (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & anything) !== 0);
    const handedTo = (node) => {
      const [signature] = checker.getContextualType(esTreeNodeToTSNodeMap.get(node))?.getCallSignatures() ?? [];
      const [first] = signature?.getParameters() ?? [];
      return first && checker.getTypeOfSymbol(first);
    };
    const report = (node, name) => context.report({ node, messageId: 'unknown', data: { name } });
    return {
      'CallExpression[callee.name=/^(?:String|Number|BigInt)$/][arguments.0]'(node) {
        const [value] = node.arguments;
        if (value.type !== 'SpreadElement' && isAnything(getTypeAtLocation(value))) report(node, node.callee.name);
      },
      'CallExpression > Identifier.arguments[name=/^(?:String|Number|BigInt)$/]'(node) {
        if (isAnything(handedTo(node))) report(node, node.name);
      },
    };
  },
};

/** The files of a program that run: its own, and what they import not only for types, directly or by others. */
function filesThatRun(program) {
  const checker = program.getTypeChecker();
  const own = new Set(program.getRootFileNames().map((name) => program.getSourceFile(name)));
  // A set gives what joins it during the loop too.
  for (const { statements } of own) {
    for (const { moduleSpecifier, importClause, isTypeOnly } of statements) {
      if (!moduleSpecifier || isTypeOnly || importClause?.isTypeOnly) continue;
      const [imported] = checker.getSymbolAtLocation(moduleSpecifier)?.declarations ?? [];
      if (imported) own.add(imported.getSourceFile());
    }
  }
  return [...own];
}

/**
 * The errors of the compiler. Lint has the types of all files already, and `tsc` would take a minute to find them again. With the
 * option `program`, a file answers for all files of its program that run.
 */
const compilerErrors = {
  meta: { type: 'problem', schema: [{ enum: ['program'] }], messages: { error: '{{ text }} (TS{{ code }})' } },
  create(context) {
    const { program } = context.sourceCode.parserServices;
    if (!program) return {}; // linted without types
    const own = program.getSourceFile(context.filename);
    const report = ({ file, code, start, messageText }) => {
      const said = flattenDiagnosticMessageText(messageText, '\n');
      const text = file === own ? said : `${file.fileName}: ${said}`;
      const loc = context.sourceCode.getLocFromIndex(file === own ? start : 0);
      context.report({ loc, messageId: 'error', data: { code, text } });
    };
    const files = context.options.includes('program') ? filesThatRun(program) : [own];
    return { Program: () => files.flatMap((file) => program.getSemanticDiagnostics(file)).forEach(report) };
  },
};

const sizes = {
  'max-lines': ['error', 300],
  'max-lines-per-function': ['error', 60],
  complexity: ['error', 12],
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'docs/examples/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { compiler: { rules: { errors: compilerErrors } } },
    rules: {
      'compiler/errors': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A table's type gets a name by an interface: the compiler shows an alias as its computation.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // It takes a tenth of the time of lint. The compiler refuses own enums by `erasableSyntaxOnly`; the next rows have those of others.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      eqeqeq: 'error',
      'object-shorthand': 'error',
      'no-useless-rename': 'error',
    },
  },
  {
    // Where the walls let packages in that have enums: those of PDF, of barcodes and of certificates.
    files: ['{src,test}/documents/**/*.ts', 'src/http/tls/**/*.ts', '{fixtures,test/fixtures}/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-enum-assignment': 'error' },
  },
  { files: ['{src,console}/**/*.{ts,tsx}', 'fixtures/**/*.ts'], rules: sizes },
  {
    files: ['{src,console}/**/*.{ts,tsx}', 'fixtures/**/*.ts'],
    plugins: { faxsim: { rules: { 'no-conversion-of-unknown': noConversionOfUnknown } } },
    rules: {
      'faxsim/no-conversion-of-unknown': 'error',
      '@typescript-eslint/no-base-to-string': ['error', { checkUnknown: true }],
    },
  },
  {
    // A simulator has one thread: a text on which a pattern takes the square of its length stops all worlds.
    files: ['{src,console}/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    },
  },
  // Files of src run in a browser too, which has other types than node. A file that gives only types never runs there.
  { files: ['console/main.tsx'], rules: { 'compiler/errors': ['error', 'program'] } },
  // Tables, as long as what they list.
  {
    files: ['src/**/*.generated.ts', 'src/model/settings/settings.ts'],
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
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
