// Runs after an install. The TypeScript loader keeps what it has compiled, so that only the first start is slow: here the
// workshop and the framework are loaded once, and the first chapter is as quick as the second. Errors are not
// reported here: they must not fail an install, and the first command reports them anyway.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const here = pathToFileURL(`${import.meta.dirname}/`);
const files = ['run-command.ts', '../workshop/run/framework-bundle.ts'];
const [commands, bundle] = files.map((name) => new URL(name, here).href);
const load = `await import('${commands}'); (await import('${bundle}')).frameworkBundle();`;
spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', load], {
  stdio: 'ignore',
  timeout: 20_000,
});
