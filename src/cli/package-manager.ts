import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const everyMs = 1000;

/** The used part of `process`. */
interface Process {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  /** Changes when the parent ends, so it is read again each time. */
  readonly ppid: number;
}

/**
 * Resolves when the package manager that runs this program, by `npm start` or `npx faxsim`, has ended. npm passes a signal to its
 * shell, which ends without passing it on, and SIGKILL reaches only npm. Never resolves for a program that was started in another
 * way, or in the background.
 */
export function packageManagerGone(program: Process = process): Promise<void> {
  return new Promise((resolve) => {
    if (!isScript(program)) return;
    const parent = program.ppid;
    // True for `sh -c SCRIPT`, the shell between package manager and script. Only Linux shows it.
    const isScriptShell = fileOf(parent, 'cmdline')?.split('\0')[1] === '-c';
    const manager = isScriptShell ? parentOf(parent) : undefined;
    const timer = setInterval(() => {
      if (program.ppid === parent && (manager === undefined || parentOf(parent) === manager)) return;
      clearInterval(timer);
      resolve();
    }, everyMs);
    timer.unref();
  });
}

/** Matches `a & b`, but not `a && b`, `a 2>&1` or `a &>b`. */
const background = /(?:^|[^&>])&(?![&>])|\b(?:nohup|setsid|disown|daemonize|start-stop-daemon)\b/;

/** Whether the script names this program and waits for it. Programs that the script starts indirectly have the same environment. */
export function isScript({ env, argv }: Pick<Process, 'env' | 'argv'>): boolean {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script } = env;
  if (event === undefined || script === undefined || background.test(script)) return false;
  return [basename(argv[1] ?? ''), 'faxsim'].some((name) => name !== '' && script.includes(name));
}

/** The parent of a process, if known. */
function parentOf(pid: number): number | undefined {
  const stat = fileOf(pid, 'stat');
  // `pid (name) state ppid …`. The name can contain anything, brackets too.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
}

function fileOf(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
