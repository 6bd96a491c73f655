#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The package contains compiled JavaScript. The repository contains only the TypeScript sources, which tsx runs.
const compiled = new URL('../scaffold/main.js', import.meta.url);
if (existsSync(compiled)) await import(compiled.href);
else {
  const { register } = await import('tsx/esm/api');
  // Without this, tsx would use the tsconfig.json of the folder in which the command runs.
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
  await import('../scaffold/main.ts');
}
