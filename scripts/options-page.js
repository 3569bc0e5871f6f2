import { exitCodesOf, programsCode } from '../src/cli/exit-codes.ts';
import { usage } from '../src/cli/help.ts';
import { defaultText } from '../src/model/settings/setting.ts';
import { settingNames, settings } from '../src/model/settings/settings.ts';

/** `docs/options.md`, from the table of settings. */
export function optionsPage() {
  const settingRows = settingNames.map((name) => {
    const setting = settings[name];
    const { env, kind, placeholder, meaning } = setting;
    const value = placeholder === undefined && env === undefined ? '' : kind.expected;
    const shown = defaultText(setting);
    return [code(usage(setting)), env === undefined ? '' : code(env), value, shown, meaning];
  });
  const table = [['Flag', 'Variable', 'Value', 'Default', 'Meaning'], Array(5).fill('---'), ...settingRows];
  return `${introduction}\n${table.map(tableRow).join('\n')}\n\n${elsewhere()}\n\n${remarks()}`;
}

function exitTable() {
  const codeRows = exitCodesOf().map(({ code: number, meaning }) => [String(number), meaning]);
  return [['Exit code', 'Meaning'], Array(2).fill('---'), ...codeRows].map(tableRow).join('\n');
}

// The names of settings in JavaScript and JSON.
function elsewhere() {
  const namesOf = (...places) =>
    settingNames
      .filter((name) => places.includes(settings[name].where))
      .map((name) => code(name))
      .join(', ');
  return `A setting has one name, in the usual form of each language: \`--fax-retry-delay\`, \`FAXSIM_FAX_RETRY_DELAY\`,
\`faxRetryDelay\` in JavaScript, \`fax_retry_delay\` in JSON.

- \`startSimulator({ … })\` accepts ${namesOf('start')}.
- \`startSimulator({ … })\` and \`POST /_faxsim/worlds\` accept ${namesOf('world')}.
- Both accept, in \`settings: { … }\`, the settings that \`PATCH /_faxsim/settings\` changes in a running world: ${namesOf('account')}.
- Only the command line accepts the other settings. The API keys are \`credentials: { live: { key, secret }, test: { key, secret } }\` in
  \`startSimulator()\`, and \`live\` and \`test\` in \`POST /_faxsim/worlds\`.

A value has the same form in all these places. A duration is a number and a unit, \`ms\`, \`s\`, \`m\`, \`h\`, \`d\` or \`w\`: \`1500ms\`, \`60s\`,
\`1.5h\`. A number without a unit is refused, except 0. JSON and JavaScript also accept numbers, booleans and lists;
JavaScript also accepts a \`Date\`.`;
}

const introduction = `<!-- Made by \`npm run docs\` from src/model/settings/settings.ts: change it there. -->

# Options

In a project that [has faxsim](testing.md#installation):

\`\`\`sh
npx faxsim --port 8400 --seed 7
FAXSIM_PORT=8400 FAXSIM_SEED=7 npx faxsim
\`\`\`

Each setting is a flag or an environment variable. A flag overrides its variable, and a variable overrides the default. An
empty variable counts as unset.
`;

const remarks = () => `## Wrong settings

\`\`\`text
faxsim: --port must be an integer from 0 to 65535, got "http"
\`\`\`

For a wrong setting, faxsim prints one line that names the setting, and exits with code 2. These are wrong:

- an unknown flag, a flag given twice, or an unknown variable with the prefix \`FAXSIM_\`;
- a wrong or missing value;
- \`--data\` together with \`--data-mount\`;
- equal live and test keys;
- a \`--fixture\` that differs from the fixture in the data directory.

\`--strict-auth\` is short for \`--strict-auth on\`, and \`--port=80\` is the same as \`--port 80\`.

## Exit codes

${exitTable()}

\`faxsim COMMAND --help\` lists the exit codes of a command. ${programsCode()}

## Data directories

A data directory keeps the data of its first start. On a later start \`--fixture-size\` has no effect, \`--seed\` affects only
new draws, and \`--file-storage\` changes the stored account.

## Kubernetes

A Service named \`faxsim\` sets variables such as \`FAXSIM_PORT=tcp://10.0.0.1:8329\` in every pod of its namespace. faxsim
then exits with a message that names this cause. Rename the Service, or set \`enableServiceLinks: false\` in the pod.
`;

function code(text) {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function tableRow(cells) {
  return `| ${cells.join(' | ')} |`;
}
