import { readFile, readdir, readlink } from 'node:fs/promises';

const listening = '0A';

/** Which process listens on a port, `node (pid 17)`, as far as this user may know; Linux alone tells. */
export async function portHolder(port: number): Promise<string | undefined> {
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return undefined;
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    if (await holds(pid, sockets)) return `${(await read(`/proc/${pid}/comm`)).trim()} (pid ${pid})`;
  }
  return undefined;
}

/** As processes' descriptors call them: `socket:[4711]`. */
async function listeningSockets(port: number): Promise<Set<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => read(`/proc/net/${name}`)));
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const ours = rows.filter(([, local = '', , state]) => local.endsWith(`:${wanted}`) && state === listening);
  return new Set(ours.map((row) => `socket:[${row[9] ?? ''}]`));
}

async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const targets = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
