import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('./templates/', import.meta.url));

/**
 * The files of some folders of templates, filled in, by their path in the project; later folders win. On disk they end
 * in `.tmpl`, so that no compiler, linter or test runner takes them for its own, and `dot-gitignore` stands for
 * `.gitignore`, which npm would not pack.
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
  // `parentPath` came with Node 20.12, in the place of `path`.
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** `{{name}}` in texts, and in the names of files. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`A template asks for {{${key}}}, and nobody gave it.`);
    return value;
  });
}

/** Which of `./create-post.dto.ts` and `./posts.service.ts` comes first is only known once the names are filled in. */
function sortImports(text: string): string {
  const from = (line: string) => line.slice(line.indexOf(" from './"));
  return text.replace(/(?:^import .* from '\.\/.*';\n)+/m, (block) => {
    const lines = block.trimEnd().split('\n');
    return `${lines.sort((a, b) => (from(a) < from(b) ? -1 : 1)).join('\n')}\n`;
  });
}
