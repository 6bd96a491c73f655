// The entry of every command: `npm run hint 05` is `node scripts/main.mjs hint 05`. Plain JavaScript without packages, because it
// runs before the TypeScript loader, which is a package itself: without them, Node would only say that it can't find tsx.
import { createRequire } from 'node:module';
import { commandFile } from './commands/files.mjs';

const [name = '', ...words] = process.argv.slice(2);
try {
  createRequire(import.meta.url).resolve('tsx');
} catch {
  console.error('The packages are not installed. Run: npm ci');
  process.exit(1);
}
const file = commandFile(name);
if (file?.href.endsWith('.mjs') && !words.includes('--help')) {
  const { run } = await import(file.href);
  await run(words);
} else {
  await import('tsx');
  const { runCommand } = await import('./commands/run-command.ts');
  process.exitCode = await runCommand(name, words);
}
