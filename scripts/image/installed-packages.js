import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The packages that npm installs for production in a folder, each with its name, version and folder. A package is searched as Node searches
 * it, from the package that needs it: npm puts it below that one where another version stands at the top.
 */
export function installedPackages(root) {
  const found = new Map();
  const addNeedsOf = (folder) => {
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = folderOf(name, folder);
      if (needed === undefined && !(name in optionalDependencies))
        throw new Error(`${folder} needs the package ${name}, which is not installed`);
      if (needed === undefined || found.has(needed)) continue; // an optional package is for another platform
      found.set(needed, { name, version: manifestOf(needed).version, folder: needed });
      addNeedsOf(needed);
    }
  };
  addNeedsOf(root);
  return [...found.values()];
}

/** Not by `resolve`, since a package need not export its `package.json`. */
function folderOf(name, from) {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
