import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownCommand } from './own-command.ts';
import { repositoryOf } from './project-files.ts';
import { planAt } from './workflow.ts';

interface AgentKit {
  readonly name: string;
  readonly next: string;
  readonly rename: (file: string) => string;
  readonly edit: (text: string) => string;
}

/** The page for coding assistants, in the folder of a repository that has its skills: `.claude` where it is there, else `.agents`. */
export function agentKit(start: string): AgentKit {
  const home = existsSync(join(repositoryOf(start), '.claude')) ? '.claude' : '.agents';
  const page = `${home}/skills/faxsim/SKILL.md`;
  const { test } = planAt(start);
  return {
    name: 'agent',
    next: `commit ${page}; an assistant that reads AGENTS.md alone needs a line there that leads to it`,
    rename: () => page,
    edit: (text) => text.replaceAll('npx faxsim', ownCommand()).replaceAll('npm test', test),
  };
}
