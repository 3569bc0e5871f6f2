import { spawn as spawnPlainly, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import spawnAnywhere from 'cross-spawn';

/** A program of the user in a separate process. */
export interface ChildProgram {
  readonly child: ChildProcess;
  /** Ends the program and all processes that it has started. On Windows, these stay if the program itself has ended before. */
  readonly endTree: () => void;
}

interface StartOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'> {
  /** Whether the words are one command of the platform's shell: `sh`, or `cmd.exe` on Windows. */
  readonly inShell?: boolean | undefined;
  /** Whether the program leads a separate process group, so that no signal of a terminal reaches it. */
  readonly leadsGroup: boolean;
}

/** Starts a program. On Windows, `npm` means `npm.cmd`, as in the shells there; Node's spawn would not find it. */
export function startProgram(
  words: readonly string[],
  { inShell, leadsGroup, ...options }: StartOptions,
): ChildProgram {
  const [program = '', ...args] = words;
  // On Windows, a detached program would open a window, and its process tree can be found without a group.
  const detached = leadsGroup && !isWindows();
  const inherited = { ...options, detached, windowsHide: leadsGroup };
  // `spawnAnywhere` would take exit code 1 of a Windows shell for a missing program.
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

/** Ends a process if it exists. A negative id means a process group. */
export function endProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The program has ended.
  }
}

/** Asks a program in the group of this process to end, as a shell does. Kills a separate group at once. */
function endGroup({ pid }: ChildProcess, hasGroup: boolean): void {
  if (pid !== undefined) endProcess(hasGroup ? -pid : pid, hasGroup ? 'SIGKILL' : 'SIGTERM');
}

/**
 * Waits for the end of the tree, because this process may be about to end. Skips a program that has ended: its id may
 * belong to another process by now.
 */
function endWindowsTree({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
}
