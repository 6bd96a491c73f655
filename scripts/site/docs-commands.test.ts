import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { shareOf } from '../../framework/fixtures/share.ts';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { root } from '../workshop/chapters.ts';
import { fencesOf } from '../workshop/markdown.ts';
import { findServices, runningServices } from '../workshop/services/services.ts';
import { refuseArguments } from './no-arguments.ts';

/** Every command in the docs. Servers are stopped as soon as they print that they are running. */
const commands = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => fencesOf(readFileSync(join(root, 'docs', name), 'utf8')))
  .filter(({ language }) => language === 'sh')
  .flatMap(({ content }) => content.split('\n').filter((line) => line.trim() !== ''));

/** Replacements for commands that would leave a folder behind, remove the tests' own packages, or take long. */
const instead: Record<string, string> = {
  'node framework/bin/trellis.mjs app --name=shop --template=api':
    'node framework/bin/trellis.mjs app --name=shop --template=api --dry-run',
  'npm ci': 'npm ci --dry-run',
  'npm ci --prefix scripts/bench': 'npm ci --dry-run --prefix scripts/bench',
  'npm run bench': 'npm run bench router quick',
  'npm run bench blog': 'npm run bench router quick',
  'npm run bench growth': 'npm run bench router quick',
  'npm run bench processes': 'npm run bench router quick',
  'npm run bench file': 'npm run bench file quick',
  'npm run bench xray': 'npm run bench xray quick',
  // CI runs it by itself.
  'npm run typecheck': 'npm run typecheck -- --version',
  // Readers of the page have copied .env.example to .env.
  'node --env-file=.env --import tsx solutions/14-keys-and-refresh/src/main.ts':
    'node --env-file=.env.example --import tsx solutions/14-keys-and-refresh/src/main.ts',
};

/** These commands run until they are stopped. `isThere` matches what they print once they are running. */
const serves = /^npm run (chapter|solution|services|docs)\b(?!:)|main\.ts$/;
const isThere = /https?:\/\/|DATABASE_URL=|REDIS_URL=/;

describe('every command in the docs runs', () => {
  const all = [...new Set(commands.map((written) => instead[written] ?? written))];
  for (const command of isThorough ? all : shareOf(all, 3)) {
    test(command, { skip: command === 'npm run services' && whyNoServices() }, () => runs(command));
  }
});

function whyNoServices(): string | false {
  if (Object.keys(findServices()).length === 0) return 'neither PostgreSQL nor Redis is installed here';
  return runningServices() !== undefined && 'they run already';
}

async function runs(command: string): Promise<void> {
  const [program = '', ...words] = command.split(' ');
  const child = spawn(program, words, {
    cwd: root,
    // A separate process group: npm and its child processes get the signal together, as they would from a terminal.
    detached: true,
    env: { ...process.env, PORT: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isStopped = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text);
      if (isStopped || !serves.test(command) || !isThere.test(output) || child.pid === undefined) return;
      isStopped = true;
      process.kill(-child.pid, 'SIGINT');
    });
  }
  const [code, signal] = await once(child, 'close');
  const isWell = code === 0 || (isStopped && (signal === 'SIGINT' || code === 130));
  if (command === 'npm run docs') {
    assert.match(output, /^Preparing the pages …$/m);
    assert.match(output, /^The workshop's pages are on http:\/\/localhost:\d+\/\?key=[0-9a-f]{32}$/m);
    assert.doesNotMatch(output, /^\{/m, 'a sentence says where it listens, not a line of the log');
  }
  assert.ok(isWell, `${command} ended with ${code ?? signal}:\n${output.slice(-2_000)}`);
}

test('npm run docs refuses arguments instead of ignoring them', () => {
  assert.throws(() => refuseArguments('docs', '', ['--port', '5000']), /takes no arguments, and got: --port 5000\./);
  refuseArguments('docs', '', []);
});
