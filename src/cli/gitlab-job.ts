import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { shellWord } from '../model/shared/words.ts';
import { tarballAt } from './own-tarball.ts';
import { repositoryOf } from './project-files.ts';
import { forceStep, missingSteps, moveInto, moveStep, planAt } from './workflow.ts';
import type { WorkflowPlan, WorkflowKit } from './workflow.ts';

/** The files of a job for GitLab with the commands of the project, and the next steps for the user. */
export function gitlabKit(start: string): WorkflowKit {
  const plan = planAt(start);
  const root = repositoryOf(start);
  const hasJobs = existsSync(join(root, '.gitlab-ci.yml'));
  const file = hasJobs ? '.gitlab/faxsim.yml' : '.gitlab-ci.yml';
  const include = hasJobs ? [`add to .gitlab-ci.yml: include: [{ local: ${file} }]`] : [];
  return {
    name: 'gitlab',
    before: [...plan.hints, ...imageStep(plan), ...include, ...moveStep(start), ...forceStep(start)],
    next: `${missingSteps(start, plan)}${moveInto(start)}commit ${file} and ${tarballAt(start)}`,
    rename: () => file,
    edit: (text) =>
      inFolder(withSteps(hasJobs ? text.replace(/^test:/, 'faxsim:') : text, plan), relative(root, start)),
  };
}

/**
 * Languages that Debian has are installed into the image of Node by apt. For other languages, the user needs an image
 * that has both.
 */
const imageStep = ({ language, debian }: WorkflowPlan): string[] =>
  language === 'javascript' || debian !== undefined
    ? []
    : [`put an image with ${language} and Node 20.19 in place of node:24`];

/** The job, with the steps of the plan in place of those for npm. */
const withSteps = (text: string, { language, debian, install, start, test }: WorkflowPlan): string =>
  text.replace(/^( +)- npm ci\n +- npx faxsim (.*) npm test\n/m, (_steps, indent: string, words: string) => {
    const packages =
      debian === undefined
        ? []
        : ['apt-get update', `apt-get install --yes --no-install-recommends ${debian.join(' ')}`];
    // Debian's pip refuses to install beside its own packages.
    const variables = language === 'python' ? ['export PIP_BREAK_SYSTEM_PACKAGES=1'] : [];
    const steps = [...packages, ...variables, ...install, `${start} ${words} ${test}`];
    return steps.map((step) => `${indent}- ${step}\n`).join('');
  });

/** The job, with steps that run in a folder of the repository. An empty folder is the root. */
const inFolder = (text: string, folder: string): string =>
  folder === ''
    ? text
    : text
        .replace(
          /^( +)script:\n( +)/m,
          (lines, _outer: string, indent: string) => `${lines}- cd ${shellWord(folder)}\n${indent}`,
        )
        .replace("'faxsim*", `'${folder}/faxsim*`);
