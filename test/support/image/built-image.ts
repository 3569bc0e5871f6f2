import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Instruction, Stage } from './dockerfile.ts';

/** All that a build takes from outside of its Dockerfile. */
export interface Surroundings {
  /** Folder with all files that the build may copy, and no others. */
  readonly context: string;
  /** Folder for the files of the stages. */
  readonly into: string;
  /** Programs of each base image, by their path: the texts of scripts that stand for them. */
  readonly bases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Runs in place of a command, in its working directory. Commands without one run as they are. */
  readonly instead: Readonly<Record<string, (folder: string) => void>>;
}

/** A stage while it is built, and afterwards. */
export interface BuiltStage {
  /** Folder that stands for "/". */
  readonly root: string;
  /** Working directory, below `root`. */
  cwd: string;
  readonly env: Record<string, string>;
  /** Words of the program with its arguments. */
  entrypoint: readonly string[];
}

type Apply = (text: string, stage: BuiltStage, build: Build) => void;

interface Build extends Surroundings {
  /** Earlier stages, by name. */
  readonly built: ReadonlyMap<string, BuiltStage>;
}

const hasNoFiles: Apply = () => undefined;

/** Effect of each instruction of a Dockerfile on the files and the start. */
const effects: Readonly<Record<string, Apply>> = {
  WORKDIR: (text, stage) => {
    stage.cwd = pathIn(stage, text);
    mkdirSync(stage.cwd, { recursive: true });
  },
  COPY: copy,
  RUN: run,
  ENV: (text, stage) => {
    for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = inRoot(value, stage);
  },
  ENTRYPOINT: (text, stage) => {
    stage.entrypoint = JSON.parse(text) as string[];
  },
  ARG: hasNoFiles,
  EXPOSE: hasNoFiles,
  HEALTHCHECK: hasNoFiles,
  LABEL: hasNoFiles,
  USER: hasNoFiles,
};

/**
 * Builds the stages of a Dockerfile without an engine, and returns the last one: a folder stands for the root of each, and
 * paths from "/" are taken from there. Throws an Error for an instruction that fails, as a build does.
 */
export function buildStages(stages: readonly Stage[], surroundings: Surroundings): BuiltStage {
  const built = new Map<string, BuiltStage>();
  for (const [at, { base, name, instructions }] of stages.entries()) {
    const root = join(surroundings.into, `stage-${at}`);
    const stage: BuiltStage = { root, cwd: root, env: {}, entrypoint: [] };
    for (const [path, text] of Object.entries(surroundings.bases[base] ?? {})) writeProgram(join(root, path), text);
    for (const instruction of instructions) apply(instruction, stage, { ...surroundings, built });
    built.set(name, stage);
  }
  const last = [...built.values()].at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  return last;
}

function apply({ name, text }: Instruction, stage: BuiltStage, build: Build): void {
  const effect = effects[name];
  if (effect === undefined) throw new Error(`the instruction ${name} is not known here: ${text}`);
  effect(text, stage, build);
}

function writeProgram(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

function copy(text: string, stage: BuiltStage, { context, built }: Build): void {
  const words = text.split(/\s+/);
  const [, from] = /^--from=(\S+)$/.exec(words[0] ?? '') ?? [];
  const paths = from === undefined ? words : words.slice(1);
  const unknown = paths.find((word) => word.startsWith('--'));
  const source = from === undefined ? context : built.get(from)?.root;
  if (unknown !== undefined || source === undefined) throw new Error(`COPY ${text} is not known here`);
  const target = pathIn(stage, paths.at(-1) ?? '');
  const isFolder = text.endsWith('/') || paths.length > 2 || (existsSync(target) && statSync(target).isDirectory());
  for (const each of paths.slice(0, -1)) {
    const path = join(source, each);
    if (!existsSync(path)) throw new Error(`COPY ${text}: ${each} is not found`);
    // Of a folder, its files are copied, not the folder itself.
    const isFile = !statSync(path).isDirectory();
    cpSync(path, isFile && isFolder ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

function run(text: string, stage: BuiltStage, { instead }: Build): void {
  const other = instead[text];
  if (other !== undefined) {
    other(stage.cwd);
    return;
  }
  const options = { cwd: stage.cwd, env: environmentOf(stage), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', inRoot(text, stage)], options);
  if (status !== 0) throw new Error(`RUN ${text} ends with exit code ${status}:\n${stdout}${stderr}`);
}

/** The variables for a program of a stage, whose own programs come first. */
export function environmentOf({ root, env }: BuiltStage): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH: `${root}/usr/local/bin:${PATH}`, HOME, ...env };
}

const pathIn = ({ root, cwd }: BuiltStage, path: string): string =>
  path.startsWith('/') ? join(root, path) : resolve(cwd, path);

/** A command or a value with its paths below the root of the stage. */
const inRoot = (text: string, { root }: BuiltStage): string => text.replaceAll(/(?<=^|\s)\/(?=\w)/g, `${root}/`);

/**
 * Copies a folder by further names for its files, which takes a tenth of the time. A change of the copy has to write new files, as
 * npm does but for its own list of packages.
 */
export function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (!entry.isFile() || entry.name === '.package-lock.json') cpSync(source, target, { verbatimSymlinks: true });
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target); // to another disk
  }
}
