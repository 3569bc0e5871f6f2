// The parts of docs/clients.md and the README that are made from the table of clients.
import { clientGuides, guideName } from '../console/client-snippets.ts';
import { defaultCredentials } from '../src/model/domain/account.ts';
import { projectIdOf } from '../src/model/domain/project.ts';
import { settings } from '../src/model/settings/settings.ts';
import { code, table } from './scenario-docs.js';

const beginOf = (source) => `<!-- Made by \`npm run docs\` from ${source} -->`;
const end = '<!-- End of that part -->';

/** A page with its made part in place of the one before. */
export function withPart(page, part, source = 'console/client-snippets.ts') {
  const begin = beginOf(source);
  const [before, after] = [page.split(begin)[0], page.split(end)[1]];
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

/** The pages with whole tests that call the official client, by language. */
const cookbooks = {
  Ruby: 'cookbook-ruby.md',
  PHP: 'cookbook-php.md',
  Python: 'cookbook-python.md',
  Java: 'cookbook-java.md',
  '.NET': 'cookbook-csharp.md',
};

const cookbookOf = (language) =>
  cookbooks[language] === undefined ? [] : [`The [cookbook](${cookbooks[language]}) has whole tests with this client.`];

/** A section for each language, with the snippet of each of its clients. */
export function clientSections() {
  const { host, port, seed } = settings;
  const projectId = projectIdOf({ seed: seed.default, store: { account: { projectId: null } } });
  const target = { baseUrl: `http://${host.default}:${port.default}`, ...defaultCredentials.live, projectId };
  const languages = [...new Set(clientGuides.map(({ language }) => language))];
  return languages
    .flatMap((language) => [
      `## ${language}`,
      ...clientGuides
        .filter((guide) => guide.language === language)
        .flatMap((guide) => [
          `${guideName(guide)}, API ${guide.api}${guide.note === undefined ? '' : `. ${guide.note.replace(/\.$/, '')}`}:`,
          `\`\`\`${guide.code}\n${guide.snippet(target)}\n\`\`\``,
        ]),
      ...cookbookOf(language),
    ])
    .join('\n\n');
}

/** A row for each client, with the line of code that changes. */
export function clientTable() {
  const rows = clientGuides
    .filter(({ language }) => language !== 'curl')
    .map((guide) => [
      guideName(guide),
      guide.api,
      `${code(guide.change)}${guide.note === undefined ? '' : `. ${guide.note}`}`,
    ]);
  return table(['Client', 'API', 'Change'], rows);
}
