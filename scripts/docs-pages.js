// The work of scripts/docs.js: writes the pages, or with --check only says whether they are current.
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { controlRoutes } from '../src/control/control-routes.ts';
import { faces } from '../src/http/faces/faces.ts';
import { defaultText } from '../src/model/settings/setting.ts';
import { optionsPage } from './options-page.js';
import { coveragePage } from './coverage-page.js';
import { root } from './root.js';
import { readEvidence } from '../src/wire/evidence.ts';
import { documentNames, openApiDocumentOf } from '../src/http/openapi/documents.ts';
import { settings, startDefaults } from '../src/model/settings/settings.ts';
import { bundleForm } from '../src/worlds/history/bundle.ts';
import { callTables } from './call-docs.js';
import { jsonSchemaOf } from '../src/wire/json-schema.ts';
import { clientSections, clientTable, withPart } from './client-docs.js';
import { answerFields } from './answer-fields.js';
import { fieldsOfMigration } from './migration-docs.js';
import { fixtureJsonSchema, fixtureReference } from './fixture-docs.js';
import { scenarioReference, scenarioSchema, table } from './scenario-docs.js';
import { faultTable } from './sweep-docs.js';

const pages = {
  'docs/options.md': optionsPage,
  'docs/assumptions.md': assumptionsPage,
  'src/control/client/routes.generated.ts': clientRoutes,
  'src/scenarios/operation-parameters.generated.ts': operationParameters,
  'src/model/settings/start-settings.generated.ts': startSettings,
  'docs/coverage.md': coveragePage,
  'docs/llms.txt': guideList,
  'docs/testing.md': withFiles,
  'docs/ci.md': withFiles,
  'docs/clients.md': (text) => withPart(text, clientSections()),
  'docs/javascript.md': (text) => withPart(text, callTables(), 'src/control/client and src/control'),
  'docs/sweep.md': (text) => withPart(text, faultTable(), 'src/lab/sweep/faults.ts'),
  'docs/migration.md': (text) => withPart(text, fieldsOfMigration(), 'src/lab/migrate/fields.ts'),
  'README.md': (text) => withPart(text, clientTable()),
  'docs/scenario-reference.md': scenarioReference,
  'docs/scenario.schema.json': () => JSON.stringify(scenarioSchema()),
  'src/wire/answer-fields.json': answerFields,
  'docs/fixture-reference.md': fixtureReference,
  'docs/bundle.schema.json': () => JSON.stringify(bundleSchema()),
  'docs/fixture.schema.json': () => JSON.stringify(fixtureJsonSchema()),
  ...Object.fromEntries(documentNames.map((name) => [`docs/openapi/${name}.json`, () => openApi(name)])),
};
const parsers = { '.md': 'markdown', '.txt': 'markdown', '.json': 'json', '.ts': 'typescript' };
const hashLanguages = ['py', 'python', 'ruby', 'yaml'];
const onlyChecks = process.argv.includes('--check');

for (const [name, make] of Object.entries(pages)) {
  const file = root + name;
  const before = await readFile(file, 'utf8').catch(() => '');
  const text = await format(make(before), {
    ...(await resolveConfig(file)),
    parser: parsers[extname(name)],
  });
  if (before === text) continue;
  if (onlyChecks) {
    console.error(`${name} is out of date: npm run docs`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`wrote ${name}`);
  }
}

/** A page with the files that `faxsim init` writes, each in the block after the comment that names it. */
function withFiles(page) {
  const block =
    /^(<!-- Made by `npm run docs` from (docs\/examples\/init\/[\w-]+\/(\S+)) -->\n\n```(\w+)\n).*?^```$/gms;
  return page.replaceAll(block, (_, head, path, name, language) => {
    const file = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    return `${head}${hashLanguages.includes(language) ? '#' : '//'} ${name}\n${file}\`\`\``;
  });
}

/** The guides with the first sentence of each, in the form of llmstxt.org. */
function guideList() {
  const guides = readdirSync(new URL('../docs/', import.meta.url)).filter((name) => name.endsWith('.md'));
  const lines = guides.map((name) => {
    const page = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
    const [, title = ''] = /^# (.+)$/m.exec(page) ?? [];
    const prose = page.replaceAll(/^```[^]*?^```$|^<!--[^]*?-->$|^[#|].*$|^In a (?:project|clone) [^]*?[.:]$/gm, '');
    const [, first = ''] = /^([A-Z`][^]*?[.:])(?:\s|$)/m.exec(prose) ?? [];
    return `- [${title}](${name})${first === '' ? '' : `: ${first.replaceAll(/\s+/g, ' ').replace(/:$/, '.')}`}`;
  });
  return [
    '# faxsim',
    '> A local simulator of the Phaxio fax API, versions v1, v2 and v2.1, and of the Sinch Fax API v3. `faxsim docs NAME` prints a guide; `faxsim init agent` writes a page for coding assistants.',
    '## Guides',
    lines.join('\n'),
  ].join('\n\n');
}

function bundleSchema() {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, title: 'A bundle of faxsim', ...jsonSchemaOf(bundleForm) };
}

function assumptionsPage() {
  return [
    '<!-- Made by `npm run docs` from docs/evidence: change it there. -->',
    '# Assumptions',
    'Behaviour that has been seen in the real service is the same in faxsim, to the letter. This page lists what faxsim assumes. The ' +
      '[coverage](coverage.md) says how sure each parameter, field and message is.',
    table(
      ['About', 'Choice', 'Because'],
      readEvidence().assumptions.map(({ about, choice, because }) => [about, choice, because]),
    ),
  ].join('\n\n');
}

/** With the address that `npm start` listens on. */
function openApi(face) {
  const { host, port } = settings;
  return JSON.stringify(openApiDocumentOf(face, `http://${host.default}:${port.default}`));
}

/** The types of what startSimulator() takes, with the texts of the table. */
function startSettings() {
  const rows = Object.entries(settings);
  const fieldOf = ([name, setting]) => {
    const shown = name in startDefaults ? 'a free one' : defaultText(setting);
    const ending = shown === '' ? '' : ` Default: ${shown}.`;
    return `/** ${setting.meaning}${ending} */\nreadonly ${name}?: GivenSetting<'${name}'> | undefined;`;
  };
  const fields = (...places) => rows.filter(([, { where }]) => places.includes(where)).map(fieldOf);
  return `// Made by \`npm run docs\` from src/model/settings/settings.ts: change it there.
import type { GivenSetting } from './settings.ts';

/** Settings of a start. */
export interface StartSettings {
${fields('start', 'world').join('\n')}
}

/** Settings of the account; null takes one away. */
export interface AccountSettings {
${fields('account').join('\n')}
}
`;
}

/** The control routes, for the client and the command line, which do not load the control API. */
function clientRoutes() {
  const groups = Object.entries(controlRoutes).map(([group, routes]) => `${group}: { ${rowsOf(routes)} },`);
  return `// Made by \`npm run docs\` from src/control/control-routes.ts: change it there.
import type { ControlRoute } from '../control-route.ts';

/** The parts of a control call that a client needs, without its code. */
export type RouteSpec = Pick<ControlRoute, 'method' | 'path' | 'isGlobal'>;

/** The calls of the control surface, by group and name. */
export const routes: Readonly<Record<string, Readonly<Record<string, RouteSpec>>>> = { ${groups.join('\n')} };
`;
}

/** The calls of one group as code, a line each. */
function rowsOf(routes) {
  return Object.entries(routes)
    .map(
      ([name, { method, path, isGlobal }]) =>
        `${name}: { method: '${method}', path: '${path}'${isGlobal ? ', isGlobal: true' : ''} },`,
    )
    .join('\n');
}

/** The parameters of operations, for the check of scenarios, which does not load the routes. */
function operationParameters() {
  const taken = {};
  for (const { operation, parameters } of faces.toReversed().flatMap(({ routes }) => routes)) {
    taken[operation] = [...new Set([...(taken[operation] ?? []), ...parameters])].sort();
  }
  const rows = Object.entries(taken).map(
    ([operation, names]) => `${operation}: ${names.length === 0 ? '[]' : `listed('${names.join(' ')}')`},`,
  );
  return `// Made by \`npm run docs\` from src/http/faces: change it there.

/** The parameters that each operation takes, in whatever version. */
export const operationParameters: Readonly<Record<string, readonly string[]>> = { ${rows.join(' ')} };

/** Names with spaces between them. */
function listed(names: string): readonly string[] {
  return names.split(' ');
}
`;
}
