const argument = /^(ARG \w+_IMAGE=)([^\s@]+)(?:@(sha256:[\da-f]{64}))?$/gm;

/** The base images of a Dockerfile, which are the defaults of its arguments `…_IMAGE`, with the digest of those that have one. */
export function basesOf(dockerfile) {
  return [...dockerfile.matchAll(argument)].map(([, , tag, digest]) => ({ tag, digest }));
}

/** The Dockerfile with these digests by tag, in place of earlier ones. */
export function withDigests(dockerfile, digests) {
  return dockerfile.replaceAll(argument, (_line, name, tag) => `${name}${tag}@${digests[tag]}`);
}
