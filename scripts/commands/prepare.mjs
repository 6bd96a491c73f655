// Runs after an install. The TypeScript loader keeps what it has compiled, so that only the first start is slow: here the
// workshop and the framework are loaded once, and the first chapter is as quick as the second. Errors are not
// reported here: they must not fail an install, and the first command reports them anyway.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const here = pathToFileURL(`${import.meta.dirname}/`);
const learn = new URL('learn/', here);
// The site is more to compile than all other commands together.
const commands = existsSync(learn) ? readdirSync(learn).filter((name) => name !== 'docs.ts') : [];
const files = ['run-command.ts', 'workshop.module.ts', ...commands.map((name) => `learn/${name}`)];
const imports = files.map((name) => `await import('${new URL(name, here).href}');`).join(' ');
const bundle = new URL('../workshop/run/framework-bundle.ts', here).href;
const load = `${imports} (await import('${bundle}')).frameworkBundle();`;
spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', load], {
  stdio: 'ignore',
  timeout: 20_000,
});
