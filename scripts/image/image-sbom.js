const line = '-'.repeat(80);
/** Npm names a package once, however often it is installed, and with this mark where one of them is for development. */
const development = 'cdx:npm:package:development';

/** The packages of the third-party notices as `name@version`: the bundles contain their code or files. */
export function packagesOfNotices(notices) {
  const [, ...each] = notices.split(`\n${line}\n`);
  return each.map((notice) => {
    const [, name, version] = /^\s*(\S+) (\S+): /.exec(notice) ?? [];
    if (name === undefined)
      throw new Error(`a notice must begin with a package, got ${JSON.stringify(notice.slice(0, 60))}`);
    return `${name}@${version}`;
  });
}

/**
 * The parts of the image: the packages that npm installs for production, those in the bundles, and node. `listed` is the output
 * of `npm sbom` for all packages; `linked` has the libraries and their versions by package. Throws if a part is not listed.
 */
export function imageSbom(listed, { name, bundled, installed, node, linked }) {
  const { component, ...metadata } = listed.metadata;
  const wanted = new Set([...bundled, ...installed]);
  const packages = listed.components.filter((it) => wanted.has(refOf(it)));
  const refs = new Set(packages.map(refOf));
  const missing = [...wanted].filter((ref) => !refs.has(ref));
  if (missing.length > 0)
    throw new Error(`npm sbom must list all packages of the image, got none for ${missing.join(', ')}`);
  const runtime = nodeComponent(node);
  const parts = new Set([...refs, refOf(component), refOf(runtime)]);
  return {
    ...listed,
    metadata: { ...metadata, component: { ...component, name, type: 'application' } },
    components: [...packages.map((it) => withLibraries(asPart(it), linked[it.name])), runtime],
    dependencies: [...listed.dependencies, { ref: refOf(runtime), dependsOn: [] }]
      .filter(({ ref }) => parts.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => parts.has(other)) })),
  };
}

const refOf = (component) => component['bom-ref'];

/** A bundled package is a part of the image, whatever it is to npm. The registry that served it is no fact about the image. */
const asPart = (component) => ({
  ...component,
  scope: 'required',
  properties: component.properties.filter((property) => property.name !== development),
  externalReferences: component.externalReferences.filter(({ type }) => type !== 'distribution'),
});

function withLibraries(component, versions) {
  if (versions === undefined) return component;
  const components = Object.entries(versions).map(([name, version]) => ({
    'bom-ref': `${refOf(component)}#${name}`,
    type: 'library',
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
  }));
  return { ...component, components };
}

const nodeComponent = (version) => ({
  'bom-ref': `node@${version}`,
  type: 'platform',
  name: 'node',
  version,
  scope: 'required',
  purl: `pkg:generic/node@${version}`,
  cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
});
