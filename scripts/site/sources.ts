import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fencesOf, proseOf } from '../workshop/markdown.ts';
import type { Content } from './content.ts';
import { targetOf } from './link-target.ts';
import { pictureAddresses } from './picture-block.ts';

/** The files and folders of the repository that pages link to. The site shows these, and no others. */
export class Sources {
  readonly files: ReadonlySet<string>;
  /** The files in each folder that a page links to. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** The images that pages show. */
  readonly images: ReadonlySet<string>;

  constructor(content: Content) {
    const files = new Set<string>();
    const folders = new Map<string, string[]>();
    const images = new Set<string>();
    for (const name of linkedNames(content)) {
      const path = join(content.repository, name);
      if (name.startsWith('..') || content.ofFile(name) !== undefined || !existsSync(path)) continue;
      if (/\.(png|svg)$/.test(name)) images.add(name);
      else if (statSync(path).isFile()) files.add(name);
      else if (content.ofFile(`${name}/README.md`) === undefined) folders.set(name, codeIn(path));
    }
    for (const [folder, names] of folders) for (const name of names) files.add(`${folder}/${name}`);
    this.files = files;
    this.folders = folders;
    this.images = images;
  }

  has(name: string): boolean {
    return this.files.has(name) || this.folders.has(name);
  }

  /** All of them, files and folders. */
  names(): string[] {
    return [...this.files, ...this.folders.keys()];
  }
}

function* linkedNames(content: Content): Iterable<string> {
  for (const page of content.pages) {
    const text = content.textOf(page);
    for (const [, link = ''] of proseOf(text).matchAll(/\]\(([^)\s]+)/g)) {
      if (!/^([a-z]+:|#)/i.test(link)) yield targetOf(page.file, link).file;
    }
    for (const [, link = ''] of proseOf(text).matchAll(pictureAddresses)) yield targetOf(page.file, link).file;
    for (const { note } of fencesOf(text)) if (/^(framework|docs)\//.test(note)) yield note;
  }
}

/** The code in a folder, without its tests. */
function codeIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(ts|mjs|json)$/.test(name) && !/\.(test|suite|cases|types|fixture)\.ts$/.test(name))
    .sort();
}
