import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { npmPack } from '../../../framework/scaffold/npm-pack.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
export const source = join(repository, 'framework');

/** These pages describe the workshop and its source files, which the package doesn't contain. */
const workshopPages = [
  ...['a-request.md', 'coach.md', 'in-the-browser.md', 'review.md', 'scaling.md', 'what-is-trellis.md', 'x-ray.md'],
  ...['write-the-attack.md', 'your-blog.md', 'your-own-code.md'],
];

/** Sections of other pages about the workshop and its blog. */
const workshopSections: Record<string, readonly string[]> = {
  'docs/troubleshooting.md': [
    'Starting the workshop',
    'Replaying a failed check',
    'Tokens and passwords',
    'These pages',
  ],
  'docs/decisions.md': ['The blog and its authentication API', 'The site', 'The workshop', "The framework's source"],
};

interface Manifest {
  name: string;
  version: string;
  exports: Record<string, string>;
  [key: string]: unknown;
}

/**
 * Builds the framework as an npm package: compiled JavaScript, type declarations, templates and the part of the documentation that
 * describes the framework. The repository uses the TypeScript sources directly, so the package needs a different manifest and is
 * assembled in `package/` inside of the folder, next to its tarball. Returns the path of the tarball.
 */
export async function pack(folder: string): Promise<string> {
  const stage = join(folder, 'package');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  await compile(stage);
  const manifest = packageManifest(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(source, 'bin'), join(stage, 'bin'), { recursive: true });
  await cp(join(source, 'scaffold', 'templates'), join(stage, 'scaffold', 'templates'), { recursive: true });
  await cp(join(source, 'scaffold', 'package-readme.md'), join(stage, 'README.md'));
  await cp(join(repository, 'LICENSE'), join(stage, 'LICENSE'));
  await copyDocs(stage);
  await npmPack(stage, folder);
  return join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

async function compile(stage: string): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const args = [compiler, '-p', join(source, 'tsconfig.build.json'), '--outDir', stage];
  try {
    await promisify(execFile)(process.execPath, args);
  } catch (error) {
    throw new Error(`The framework does not compile:\n${(error as { stdout: string }).stdout}`);
  }
}

function packageManifest({ exports, scripts: _, ...rest }: Manifest): Manifest {
  const compiled = Object.entries(exports).map(([name, file]) => {
    const base = file.replace(/\.ts$/, '');
    return [name, { types: `${base}.d.ts`, default: `${base}.js` }];
  });
  return { ...rest, exports: Object.fromEntries(compiled) } as Manifest;
}

async function copyDocs(stage: string): Promise<void> {
  const guide = await readdir(join(repository, 'docs', 'guide'));
  const shipped = guide.filter((name) => !workshopPages.includes(name)).map((name) => `docs/guide/${name}`);
  const pages = [...shipped, 'docs/reference/api.md', 'docs/changelog.md', ...Object.keys(workshopSections)];
  // The files that the pages quote, because a page shows only a part of most of them.
  for (const path of [...pages, 'docs/examples'])
    await cp(join(repository, path), join(stage, path), { recursive: true });
  for (const page of pages) {
    const text = await readFile(join(stage, page), 'utf8');
    const described = withoutSections(text, workshopSections[page] ?? []);
    await writeFile(join(stage, page), withoutDeadLinks(described, dirname(join(stage, page))));
  }
}

function withoutSections(text: string, titles: readonly string[]): string {
  const sections = text.split(/^## /m);
  const missing = titles.filter((title) => !sections.some((section) => section.startsWith(`${title}\n`)));
  if (missing.length > 0) throw new Error(`No such section: ${missing.join(', ')}`);
  return sections.filter((section) => !titles.some((title) => section.startsWith(`${title}\n`))).join('## ');
}

/** Replaces a link to a file outside the package by its text. */
function withoutDeadLinks(text: string, folder: string): string {
  return text.replace(/\[([^\]\n]+)\]\((?!\w+:|#)([^)#\s]+)[^)\s]*\)/g, (link, label: string, target: string) =>
    existsSync(join(folder, target)) ? link : label,
  );
}
