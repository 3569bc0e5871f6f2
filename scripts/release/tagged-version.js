const dated = /^## (\S+), (\d{4}-\d{2}-\d{2})$/;

/**
 * The faults for which a tag cannot become a release, a sentence each: the tag, `package.json`, its lockfile, the Dockerfile and
 * the newest part of the changelog name one version, and that part has a date.
 */
export function faultsOfTag(tag, { manifest, lockfile, dockerfile, changelog }) {
  const { version } = manifest;
  const [heading = ''] = /^## .*$/m.exec(changelog) ?? [];
  const [, inChangelog] = dated.exec(heading) ?? [];
  const [, inDockerfile] = /^ARG VERSION=(\S+)$/m.exec(dockerfile) ?? [];
  const faults = [
    [tag === `v${version}`, `the tag must be v${version}, as package.json says, got ${tag}`],
    [lockfile.version === version, `package-lock.json must have the version ${version}, got ${lockfile.version}`],
    [inDockerfile === version, `the Dockerfile must have ARG VERSION=${version}, got ${inDockerfile}`],
    [inChangelog === version, `CHANGELOG.md must begin with "## ${version}, DATE", got "${heading}"`],
  ];
  return faults.filter(([isRight]) => !isRight).map(([, fault]) => fault);
}

/** The newest part of the changelog, without its heading. */
export function notesOf(changelog) {
  const [, , newest = ''] = /^## (.*)\n([^]*?)(?=\n## |$(?![^]))/m.exec(changelog) ?? [];
  return newest.trim();
}
