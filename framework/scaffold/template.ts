import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('./templates/', import.meta.url));

/**
 * Fills in the templates in some folders and returns them by their path in the project. A file in a later folder replaces
 * one with the same path. Templates end in `.tmpl`, so that the compiler, the linter and the test runner ignore them, and
 * `.gitignore` is stored as `dot-gitignore`, because npm leaves it out of a package.
 */
export async function fromTemplates(folders: string[], values: Record<string, string>): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const file of await filesIn(join(root, folder))) {
      const path = relative(join(root, folder), file).split(sep).join('/');
      const name = path.replace(/\.tmpl$/, '').replace(/(^|\/)dot-/, '$1.');
      files.set(fill(name, values), sortImports(fill(await readFile(file, 'utf8'), values)));
    }
  }
  return files;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // Node 20.11 has only `path`. Node 20.12 added `parentPath`, and Node 24 removed `path`.
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** Replaces `{{name}}` in contents and file names. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`A template uses {{${key}}}, but no value was given for it.`);
    return value;
  });
}

/** Whether `./create-post.dto.ts` sorts before `./posts.service.ts` depends on the names that were filled in. */
function sortImports(text: string): string {
  const from = (line: string) => line.slice(line.indexOf(" from './"));
  return text.replace(/(?:^import .* from '\.\/.*';\n)+/m, (block) => {
    const lines = block.trimEnd().split('\n');
    return `${lines.sort((a, b) => (from(a) < from(b) ? -1 : 1)).join('\n')}\n`;
  });
}
