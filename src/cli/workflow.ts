import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { shellWord } from '../model/shared/words.ts';
import { isIgnored, tarballAt, tarballFolder, tarballOutside } from './own-tarball.ts';
import { howToNameTests, packageCommandsAt } from './package-commands.ts';
import { fileTextAbove, repositoryOf } from './project-files.ts';
import { languageOf, runnersAbove, scriptOf } from './test-runners.ts';
import { toolchainAbove } from './toolchains.ts';
import type { Toolchain } from './toolchains.ts';

/** The steps of a workflow, after checkout and the installation of Node. */
export interface WorkflowPlan extends Pick<Toolchain, 'action' | 'debian' | 'install' | 'language'> {
  /** The command that starts faxsim. */
  readonly start: string;
  /** The command that runs the tests. */
  readonly test: string;
  /** Steps that the user must do, as imperative sentences. */
  readonly hints: readonly string[];
}

/** The files for a CI service. */
export interface WorkflowKit {
  readonly name: string;
  readonly before: readonly string[];
  readonly next: string;
  readonly edit: (text: string) => string;
  readonly rename?: (file: string) => string;
}

/** The files of a GitHub workflow with the commands of the project, and the next steps for the user. */
export function githubKit(start: string): WorkflowKit {
  const plan = planAt(start);
  return {
    name: 'github',
    before: [...plan.hints, ...moveStep(start), ...forceStep(start)],
    next: `${missingSteps(start, plan)}${moveInto(start)}commit the workflow and ${tarballAt(start)}`,
    edit: (text) => inFolder(withSteps(text, plan), relative(repositoryOf(start), start)),
  };
}

/** The steps for test runners of languages that the plan lacks, as imperative sentences. */
export const missingSteps = (start: string, { language }: WorkflowPlan): string =>
  runnersAbove(start)
    .found.filter((name) => languageOf(name) !== language)
    .map((other) => `add a step for ${other}, `)
    .join('');

/**
 * The plan for the project of a folder. package.json decides if it has a runner or a test script, or if no other language is found.
 */
export function planAt(start: string): WorkflowPlan {
  const manifest = fileTextAbove('package.json', start);
  const toolchain = toolchainAbove(start);
  const runner = runnersAbove(start).found.find((name) => scriptOf(name) !== undefined);
  const isOurs = runner !== undefined || hasTests(manifest) || toolchain === undefined;
  if (manifest !== '' && isOurs) return planOfPackage(start, manifest, runner && scriptOf(runner));
  const command = `npx --yes --package ${shellWord(tarballAt(start))} faxsim`;
  if (toolchain !== undefined) return { ...toolchain, start: command, hints: [] };
  const test = './your-tests';
  return {
    language: 'javascript',
    install: [],
    start: command,
    test,
    hints: [`put the command of your tests in place of ${test}`],
  };
}

function planOfPackage(start: string, manifest: string, script: string | undefined): WorkflowPlan {
  const commands = packageCommandsAt(start);
  const { install, forward, test, add } = commands;
  const needsPackage = /"faxsim"\s*:/.test(manifest)
    ? []
    : [`install faxsim, which the workflow runs: ${add} ${shellWord(tarballAt(start))}`];
  const lack = 'package.json has no script "test", which the workflow runs: ';
  const needsTests = hasTests(manifest)
    ? []
    : [lack + (script === undefined ? 'add one' : howToNameTests(commands, script))];
  return { language: 'javascript', install, start: `${forward} faxsim`, test, hints: [...needsPackage, ...needsTests] };
}

/** Whether the project has a script "test" other than the failing one of `npm init`. */
export const hasTests = (manifest: string): boolean =>
  /"test"\s*:\s*"(?!echo \\"Error: no test specified)/.test(manifest);

/** The step for a project whose faxsim lies outside of its folder, where CI lacks it. */
export function moveInto(start: string): string {
  const source = tarballOutside(start);
  return source === '' ? '' : `install faxsim from ${tarballFolder(start)}, since CI has no ${source}, `;
}

/** The step that moves a tarball out of a `vendor` folder that another program owns. */
export function moveStep(start: string): string[] {
  const [file, folder] = [tarballAt(start), tarballFolder(start)];
  const other = file.replace(folder, './vendor');
  const isElsewhere = !existsSync(join(start, file)) && existsSync(join(start, other));
  return isElsewhere ? [`move ${shellWord(other)} into ${folder}`] : [];
}

/** The step that commits a tarball which git ignores. */
export function forceStep(start: string): string[] {
  const file = tarballAt(start);
  return isIgnored(start, file) ? [`add the tarball, which git ignores: git add --force ${shellWord(file)}`] : [];
}

/** The workflow, with the steps of the plan in place of those for npm. */
function withSteps(text: string, { action, install, start, test }: WorkflowPlan): string {
  const inputs = Object.entries(action?.with ?? {}).map(([name, value]) => `    ${name}: ${value}`);
  const before = action === undefined ? [] : [`- uses: ${action.uses}`, '  with:', ...inputs];
  return text.replace(
    /^( +)- run: npm ci\n +- run: npx faxsim (.*) npm test\n/m,
    (_steps, indent: string, words: string) => {
      const run =
        start.length < 30 ? [`- run: ${start} ${words} ${test}`] : ['- run: >', `    ${start}`, `    ${words} ${test}`];
      const lines = [...before, ...install.map((command) => `- run: ${command}`), ...run];
      return lines.map((line) => `${indent}${line}\n`).join('');
    },
  );
}

/** The workflow, with steps that run in a folder of the repository. An empty folder is the root. */
const inFolder = (text: string, folder: string): string =>
  folder === ''
    ? text
    : text
        .replace(/^( +)runs-on: .*\n/m, (line, indent: string) =>
          [line, 'defaults:\n', '  run:\n', `    working-directory: ${folder}\n`].join(indent),
        )
        .replace('path: faxsim', `path: ${folder}/faxsim`);
