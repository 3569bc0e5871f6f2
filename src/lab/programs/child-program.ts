import { spawn as spawnPlainly, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import spawnAnywhere from 'cross-spawn';

/** A program of the user, as a process of its own. */
export interface ChildProgram {
  readonly child: ChildProcess;
  /** Ends the program and what it has started. A program that has ended leaves its own programs behind on Windows. */
  readonly endTree: () => void;
}

interface StartOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'> {
  /** The words are one command of the platform's shell: `sh`, or `cmd.exe` on Windows. */
  readonly inShell?: boolean | undefined;
  /** Whether the program leads a process group of its own, so that no signal of a terminal reaches it. */
  readonly leadsGroup: boolean;
}

/** Starts a program. `npm` stands for `npm.cmd` on Windows, as in its shells; spawn of Node would not find it. */
export function startProgram(
  words: readonly string[],
  { inShell, leadsGroup, ...options }: StartOptions,
): ChildProgram {
  const [program = '', ...args] = words;
  // Windows would give a detached program a window of its own, and finds its tree without a group.
  const detached = leadsGroup && !isWindows();
  const inherited = { ...options, detached, windowsHide: leadsGroup };
  // The other way takes exit code 1 of a shell of Windows for a program that is not there.
  const child =
    inShell === true
      ? spawnPlainly(words.join(' '), { ...inherited, shell: true })
      : spawnAnywhere(program, args, inherited);
  const endTree = (): void => {
    if (isWindows()) endWindowsTree(child);
    else endGroup(child, detached);
  };
  return { child, endTree };
}

const isWindows = (): boolean => process.platform === 'win32';

/** Ends a process where there is one; a negative id stands for a group. */
export function endProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The program has ended.
  }
}

/** A program in the group of this process is asked to end, as by a shell; another one ends at once with its group. */
function endGroup({ pid }: ChildProcess, hasGroup: boolean): void {
  if (pid !== undefined) endProcess(hasGroup ? -pid : pid, hasGroup ? 'SIGKILL' : 'SIGTERM');
}

/** Waits for the end, since the process may be about to end itself. The id of a program that has ended may be another's. */
function endWindowsTree({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
}
