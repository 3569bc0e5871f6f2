// Writes the digests of the base images into the Dockerfile, by a Docker engine; --check only looks whether they are there.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basesOf, withDigests } from './image/base-images.js';

const [option] = process.argv.slice(2);
const file = new URL('../Dockerfile', import.meta.url);
const dockerfile = readFileSync(file, 'utf8');

/** The digest that the registry has now: of the index, which leads to the image of each architecture. */
function digestOf(tag) {
  const output = execFileSync('docker', ['pull', tag], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [, digest] = /^Digest: (sha256:[\da-f]{64})$/m.exec(output) ?? [];
  if (digest === undefined) throw new Error(`docker pull ${tag} must print a digest, got ${JSON.stringify(output)}`);
  return digest;
}

if (option === '--check') {
  const open = basesOf(dockerfile).filter(({ digest }) => digest === undefined);
  for (const { tag } of open) console.error(`The base image ${tag} must have a digest; run npm run image:pin.`);
  process.exitCode = open.length === 0 ? 0 : 1;
} else {
  const digests = Object.fromEntries(basesOf(dockerfile).map(({ tag }) => [tag, digestOf(tag)]));
  writeFileSync(file, withDigests(dockerfile, digests));
  for (const [tag, digest] of Object.entries(digests)) console.log(`${tag}@${digest}`);
}
