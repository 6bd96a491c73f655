#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The package brings compiled JavaScript; in the repository there are only the sources, and tsx to run them.
const compiled = new URL('../scaffold/main.js', import.meta.url);
if (existsSync(compiled)) await import(compiled.href);
else {
  const { register } = await import('tsx/esm/api');
  // Ours, whatever tsconfig.json lies where the command is typed.
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
  await import('../scaffold/main.ts');
}
