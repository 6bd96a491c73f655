import { existsSync } from 'node:fs';

/** The two groups of commands: the one for learners, and the one for people who work on Trellis. */
export const groups = ['learn', 'maintain'];

/**
 * The file of a command: `hint` is `learn/hint.ts`, and `docs:build` is `maintain/docs-build.ts`. One that must run without a
 * TypeScript loader ends with `.mjs`.
 */
export function commandFile(name) {
  if (!/^[a-z]+(:[a-z]+)?$/.test(name)) return undefined;
  const files = groups.flatMap((group) => ['ts', 'mjs'].map((end) => `./${group}/${name.replace(':', '-')}.${end}`));
  return files.map((file) => new URL(file, import.meta.url)).find((file) => existsSync(file));
}
