import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('./templates/', import.meta.url));

/**
 * The files of a template, filled in, by their path in the project. On disk they end in `.tmpl`, so that no compiler,
 * linter or test runner takes them for its own, and `dot-gitignore` stands for `.gitignore`, which npm would not pack.
 */
export async function template(name: string, values: Record<string, string>): Promise<Map<string, string>> {
  const folder = join(root, name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const path = relative(folder, file)
      .split(sep)
      .join('/')
      .replace(/\.tmpl$/, '')
      .replace(/(^|\/)dot-/, '$1.');
    files.set(fill(path, values), fill(await readFile(file, 'utf8'), values));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `{{name}}` in texts, and in the names of files. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`A template asks for {{${key}}}, and nobody gave it.`);
    return value;
  });
}
