import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In bytes. A user downloads the first and keeps the second. */
export const budget = { packed: 450_000, unpacked: 1_500_000 };

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly engines?: { readonly node?: string };
  readonly bin?: Record<string, string>;
  readonly exports?: Record<string, Record<string, string>>;
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
  readonly dependencies?: Record<string, string>;
  readonly scripts?: Record<string, string>;
}

/** What is wrong with a package that `npm run pack` has built. `folder` is its contents. */
export async function findingsIn(folder: string, tarball: string): Promise<string[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return [
    ...missingFields(manifest),
    ...missingFiles(folder, manifest),
    ...(await sizes(folder, tarball)),
    ...(await strayFiles(folder)),
  ];
}

function missingFields(manifest: Manifest): string[] {
  const { name, version, description, license, type, engines, publishConfig, dependencies = {} } = manifest;
  const loose = Object.entries(dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range));
  return [
    ...Object.entries({ name, version, description, 'engines.node': engines?.node })
      .filter(([, value]) => !value)
      .map(([field]) => `package.json has no ${field}.`),
    ...(license === 'MIT' ? [] : ['The license in package.json is not MIT.']),
    ...(type === 'module' ? [] : ['The type in package.json is not "module".']),
    ...(manifest.private ? ['package.json is private, so it can not be published.'] : []),
    ...(manifest.scripts ? ['package.json has scripts. Those of a package run on the machines of its users.'] : []),
    ...(publishConfig?.provenance && publishConfig.access === 'public'
      ? []
      : ['publishConfig does not ask for public access and provenance, the proof of where a package was built.']),
    ...loose.map(([name, range]) => `The dependency ${name} has the range ${range} instead of an exact version.`),
  ];
}

function missingFiles(folder: string, { exports = {}, bin = {} }: Manifest): string[] {
  const named = Object.entries(exports).flatMap(([entry, { types, default: main }]) => [
    [`${entry} → types`, types],
    [`${entry} → default`, main],
  ]);
  const commands = Object.entries(bin).map(([name, file]) => [`bin → ${name}`, file]);
  const missing = [...named, ...commands].filter(([, file]) => !file || !existsSync(join(folder, file)));
  const documents = ['LICENSE', 'README.md', 'docs/changelog.md', 'docs/decisions.md', 'docs/reference/api.md'];
  return [
    ...missing.map(([place, file]) => `${place} in package.json is ${file}, which is not in the package.`),
    ...documents.filter((file) => !existsSync(join(folder, file))).map((file) => `${file} is not in the package.`),
    ...(Object.keys(exports).length > 0 ? [] : ['package.json has no exports.']),
  ];
}

async function sizes(folder: string, tarball: string): Promise<string[]> {
  const packed = (await stat(tarball)).size;
  const files = await filesIn(folder);
  const unpacked = (await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))).reduce(
    (sum, size) => sum + size,
    0,
  );
  return Object.entries({ packed, unpacked })
    .filter(([what, size]) => size > budget[what as keyof typeof budget])
    .map(
      ([what, size]) => `The package has ${size} bytes ${what}. The budget is ${budget[what as keyof typeof budget]}.`,
    );
}

/** Tests, sources and fixtures belong to the repository. Examples and templates are TypeScript on purpose. */
async function strayFiles(folder: string): Promise<string[]> {
  const isOurs = (file: string) => !/^(docs\/examples|scaffold\/templates)\//.test(file);
  const isSource = (file: string) => /(?<!\.d)\.ts$|\.(test|fixture|cases|suite)\.|(^|\/)fixtures\//.test(file);
  const stray = (file: string) => isOurs(file) && isSource(file);
  return (await filesIn(folder)).filter(stray).map((file) => `${file} does not belong in the package.`);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, path, name }) =>
    join(parentPath ?? path, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  );
}
