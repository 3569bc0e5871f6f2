import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, scratch } from './servers.js';

const MB = 1e6;

/** The sizes that npm publishes, and installs for a user. */
export function sizes() {
  const project = join(scratch, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }));
  execFileSync('npm', ['install', '--omit=dev', `./${filename}`], { cwd: project, stdio: 'ignore' });
  const modules = join(project, 'node_modules');
  const files = readdirSync(modules, { recursive: true }).map((name) => join(modules, name));
  const bytes = files.map((file) => statSync(file)).filter((it) => it.isFile());
  const scopes = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const packages = scopes.flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)) : [name]));
  return [
    { name: 'published package', value: statSync(join(project, filename)).size / MB, most: 3, unit: 'MB' },
    {
      name: 'production installation',
      value: bytes.reduce((sum, { size }) => sum + size, 0) / MB,
      most: 45,
      unit: 'MB',
    },
    { name: 'packages of an installation', value: packages.length, most: 60 },
  ];
}
