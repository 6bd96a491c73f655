import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skipSlow } from '../../fixtures/slow.ts';
import {
  type Context,
  type Controller,
  command,
  field,
  type Handler,
  HttpError,
  inject,
  type Middleware,
  module,
  type Next,
  type Route,
  UsageError,
} from '../../index.ts';
import { type RunOptions, runCommand } from '../../testing.ts';

/** Runs an application with these commands once. */
function run(routes: Route[], argv: string[], options: RunOptions = {}) {
  class TestController implements Controller {
    routes = () => routes;
  }
  return runCommand(module('TestModule', { declarations: [TestController] }), argv, options);
}

const one = (handler: Handler, path = 'go'): Route[] => [{ path, handler }];

test('a command is injected, and wrapped in the middlewares of its groups', async () => {
  class Greeter {
    greet = (name: string) => `Hello ${name}`;
  }
  class Loud implements Middleware {
    @inject(Greeter) private readonly greeter!: Greeter;
    async handle(ctx: Context, next: Next) {
      ctx.set('greeting', this.greeter.greet(ctx.param('name')));
      return String(await next()).toUpperCase();
    }
  }
  class GreetController implements Controller {
    private readonly mark = '!';
    routes(): Route[] {
      const handler = command(this.hello, { summary: 'Say hello' });
      return [{ path: 'say', middlewares: [Loud], children: [{ path: 'hello/:name', handler }] }];
    }
    hello(ctx: Context) {
      return ctx.get<string>('greeting') + this.mark;
    }
  }
  const greetings = module('Greetings', { declarations: [GreetController, Loud, Greeter] });
  const question: Middleware = { handle: async (_ctx, next) => `${await next()}?` };
  assert.deepEqual(await runCommand(greetings, ['say', 'hello', 'Ada'], { middlewares: [question] }), {
    code: 0,
    stdout: 'HELLO ADA!?\n',
    stderr: '',
  });
});

test('services start before the command and stop after it, but do not start for help or wrong usage', async () => {
  const events: string[] = [];
  class Service {
    onStart = () => events.push('start');
    onStop = () => events.push('stop');
  }
  class TestController implements Controller {
    @inject(Service) readonly service!: Service;
    routes = () => one(() => void events.push('command'));
  }
  const root = module('TestModule', { declarations: [TestController, Service] });
  for (const argv of [[], ['--help'], ['wrong'], ['go', 'too', 'far']]) await runCommand(root, argv);
  assert.deepEqual(events, []);
  await runCommand(root, ['go']);
  assert.deepEqual(events, ['start', 'command', 'stop']);
});

test('if a service fails to start, the command fails with its reason', async () => {
  class TestController implements Controller {
    routes = () => one(() => 'never');
    onStart = () => Promise.reject(new Error('The file is damaged.'));
  }
  assert.deepEqual(await runCommand(module('TestModule', { declarations: [TestController] }), ['go']), {
    code: 1,
    stdout: '',
    stderr: 'TestController.onStart() failed: The file is damaged.\n',
  });
});

const words: [rule: string, path: string, argv: string[], params: Record<string, string>][] = [
  ['a nested path is typed as words', 'g/module', ['g', 'module'], {}],
  ['a leading slash does not matter', '/g/module', ['g', 'module'], {}],
  [':name takes one word', 'chapter/:number', ['chapter', '05'], { number: '05' }],
  ['several parameters take several words', 'copy/:from/:to', ['copy', 'a', 'b'], { from: 'a', to: 'b' }],
  ['a parameter in the middle', 'chapter/:number/reset', ['chapter', '5', 'reset'], { number: '5' }],
  ['a word may contain any characters', 'open/:file', ['open', '../a b/%2F?x#y'], { file: '../a b/%2F?x#y' }],
  ['* takes the remaining words', 'say/*', ['say', 'hello', 'big', 'world'], { '*': 'hello big world' }],
  ['* may match no words', 'say/*', ['say'], { '*': '' }],
  ['* after a parameter', 'say/:to/*', ['say', 'Ada', 'a', 'b'], { to: 'Ada', '*': 'a b' }],
  ['* takes the words after --', 'say/*', ['say', '--', '--loud'], { '*': '--loud' }],
  ['the root is a command', '/', [], {}],
  ['the root takes the remaining words', '*', ['a', 'b'], { '*': 'a b' }],
];

for (const [rule, path, argv, params] of words) {
  test(rule, async () => {
    const outcome = await run(
      one((ctx) => ({ ...ctx.request.params() }), path),
      argv,
    );
    assert.deepEqual(JSON.parse(outcome.stdout), params);
    assert.equal(outcome.code, 0);
  });
}

test('an exact command wins over a parameter, and a parameter over *', async () => {
  const paths = ['chapter/*', 'chapter/:number', 'chapter/list', 'chapter/all/*', 'chapter'];
  const routes = paths.flatMap((path) => one(() => path, path));
  const expected: [string, string][] = [
    ['chapter', 'chapter'],
    ['chapter list', 'chapter/list'],
    ['chapter 05', 'chapter/:number'],
    ['chapter 05 06', 'chapter/*'],
    ['chapter all', 'chapter/all/*'],
    ['chapter all 05', 'chapter/all/*'],
  ];
  for (const [typed, path] of expected) assert.equal((await run(routes, typed.split(' '))).stdout, `${path}\n`);
});

test('options are read with query and queryDefault', async () => {
  const routes = one((ctx) => [
    ctx.query('name'),
    ctx.query('absent'),
    ctx.queryDefault('absent', 'x'),
    ctx.query('f'),
  ]);
  const outcome = await run(routes, ['--name=a b&c=d+e%41é', 'go', '--f']);
  assert.deepEqual(JSON.parse(outcome.stdout), ['a b&c=d+e%41é', '', 'x', 'true']);
});

test('bind validates the options like the body of a request', async () => {
  class GreetDTO {
    @field('required') name!: string;
    @field('integer,min=1') times!: number;
    @field('boolean') loud!: boolean;
  }
  const routes = one((ctx) => ctx.bind(GreetDTO));
  const accepted = await run(routes, ['go', '--name=Ada & Bob', '--times=3', '--loud']);
  assert.deepEqual(JSON.parse(accepted.stdout), { name: 'Ada & Bob', times: 3, loud: true });
  const refused = await run(routes, ['go', '--times=0']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^--name is required\.\n--times must be .*\.\nSee "app go --help"\.\n$/);
});

test('a route with a method is not a command', async () => {
  const routes: Route[] = [
    { method: 'GET', path: '/posts', handler: () => 'no' },
    { path: 'posts', handler: () => 'yes' },
  ];
  assert.equal((await run(routes, ['posts'])).stdout, 'yes\n');
  assert.doesNotMatch((await run(routes, [])).stdout, /GET/);
});

const outcomes: [rule: string, handler: Handler, code: number, stdout: string, stderr: string][] = [
  ['undefined prints nothing', () => undefined, 0, '', ''],
  ['a string is printed as it is', () => 'done', 0, 'done\n', ''],
  ['a promise is awaited', async () => 'done', 0, 'done\n', ''],
  ['any other value is JSON', () => ({ a: [1] }), 0, '{"a":[1]}\n', ''],
  ['{ error } goes to stderr and fails', () => ({ error: 'No such post' }), 1, '', 'No such post\n'],
  ['{ error, status } too', () => ({ error: 'No', status: 404 }), 1, '', 'No\n'],
  [
    'an object with an error among other fields is data',
    () => ({ error: 'x', id: 1 }),
    0,
    '{"error":"x","id":1}\n',
    '',
  ],
  ['{ _status, data } prints the data', () => ({ _status: 201, data: { id: 1 } }), 0, '{"id":1}\n', ''],
  ['{ _status } from 400 fails', () => ({ _status: 409, data: { id: 1 } }), 1, '', '{"id":1}\n'],
  ['status(n).json(v) prints v', (ctx) => ctx.status(201).json({ id: 1 }), 0, '{"id":1}\n', ''],
  ['even without return', (ctx) => void ctx.json([1]), 0, '[1]\n', ''],
  ['json prints a string as it is', (ctx) => ctx.json('text'), 0, 'text\n', ''],
  ['a status from 400 fails', (ctx) => ctx.status(400).json({ error: 'No' }), 1, '', 'No\n'],
  ['a status alone prints its reason phrase', (ctx) => ctx.status(404), 1, '', 'Not Found\n'],
  ['send prints a string', (ctx) => ctx.send('a\nb'), 0, 'a\nb\n', ''],
  ['send with a status from 400 fails', (ctx) => ctx.status(500).send('Broken'), 1, '', 'Broken\n'],
  ['a stream is passed on as it is', (ctx) => ctx.stream(Readable.from(['a', Buffer.from('b')])), 0, 'ab', ''],
  ['a returned value wins', (ctx) => ctx.json('lost') && 'kept', 0, 'kept\n', ''],
  [
    'an HttpError fails with its message',
    () => {
      throw new HttpError(404, 'Post not found');
    },
    1,
    '',
    'Post not found\n',
  ],
  [
    'a rejection fails with its message',
    () => Promise.reject(new Error('The disk is full.')),
    1,
    '',
    'The disk is full.\n',
  ],
  ['a thrown value that is not an error is printed', () => Promise.reject('plain'), 1, '', 'plain\n'],
  ['an error without a message prints its name', () => Promise.reject(new TypeError()), 1, '', 'TypeError\n'],
  [
    'an error message keeps its lines, but cannot control the terminal',
    () => Promise.reject(new Error('The server said:\n\u001b[2JAll is well\u202e')),
    1,
    '',
    'The server said:\n\\u001b[2JAll is well\\u202e\n',
  ],
  [
    'a UsageError cannot control the terminal either',
    () => Promise.reject(new UsageError('Unknown: \u001b[2J')),
    2,
    '',
    'Unknown: \\u001b[2J\nSee "app go --help".\n',
  ],
  [
    'neither can an error that is returned',
    () => ({ error: 'The server said:\n\u001b[2J', status: 502 }),
    1,
    '',
    'The server said:\n\\u001b[2J\n',
  ],
  ['nor one that is sent', (ctx) => ctx.status(404).send('No \u001b[2J'), 1, '', 'No \\u001b[2J\n'],
  [
    'a value that cannot be printed fails',
    () => () => 1,
    1,
    '',
    'The command returned a function, which cannot be printed. Did you forget to call it?\n',
  ],
  [
    'a UsageError exits with 2',
    () => Promise.reject(new UsageError('--name is missing.')),
    2,
    '',
    '--name is missing.\nSee "app go --help".\n',
  ],
];

for (const [rule, handler, code, stdout, stderr] of outcomes) {
  test(rule, async () => assert.deepEqual(await run(one(handler), ['go']), { code, stdout, stderr }));
}

test('people get a table, programs get JSON', async () => {
  const routes = one(() => [{ id: 1, title: 'Hello' }]);
  assert.equal((await run(routes, ['go'], { terminal: true })).stdout, 'id  title\n1   Hello\n');
  assert.equal((await run(routes, ['go'])).stdout, '[{"id":1,"title":"Hello"}]\n');
});

const wrongApplications: [rule: string, routes: Route[], message: RegExp][] = [
  [
    'no commands',
    [{ method: 'GET', path: '/', handler: () => 1 }],
    /^This application has no commands. Add a route without a method to a controller/,
  ],
  [
    'the same command twice',
    [...one(() => 1, 'a/:x'), ...one(() => 2, 'a/:y')],
    /^\/a\/:y \(TestController\) and \/a\/:x \(TestController\) are the same command/,
  ],
  ['a wildcard in the middle', one(() => 1, 'a/*/b'), /"\*" cannot be part of a command/],
  ['a word with a space', one(() => 1, 'a b'), /"a b" cannot be part of a command/],
  ['a word that looks like an option', one(() => 1, '--a'), /"--a" cannot be part of a command/],
  ['the same parameter twice', one(() => 1, 'a/:x/:x'), /two parameters are called ":x"/],
  [
    'an option of two kinds',
    [
      { path: 'a', handler: command(() => 1, { summary: '', options: { '--x': '' } }) },
      { path: 'b', handler: command(() => 1, { summary: '', options: { '--x=<n>': '' } }) },
    ],
    /--x takes a value in one command and is a flag in another \("b"\)\. Rename one of them/,
  ],
];

for (const [rule, routes, message] of wrongApplications) {
  test(`an application is rejected: ${rule}`, () => assert.rejects(run(routes, ['a']), { message }));
}

const program = fileURLToPath(new URL('../../fixtures/command-app.ts', import.meta.url));

/** The same platform in its own process, on real pipes. */
function child(command: string, environment: Record<string, string> = {}) {
  return spawn(process.execPath, ['--import', 'tsx', program, command], {
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function collected(process: ReturnType<typeof child>) {
  const read = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString();
  const [stdout, stderr, [code]] = await Promise.all([
    read(process.stdout),
    read(process.stderr),
    once(process, 'exit'),
  ]);
  return { code, stdout, stderr };
}

const skip = skipSlow('starts programs of its own', import.meta.filename);

test('a pipe that is closed early ends the command quietly', { skip }, async () => {
  const process = child('endless');
  process.stdout.once('data', () => process.stdout.destroy());
  const stderr = Buffer.concat(await process.stderr.toArray()).toString();
  const [code] = process.exitCode === null ? await once(process, 'exit') : [process.exitCode];
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('a long result is written completely, and the stack of an error appears only at level debug', {
  skip,
}, async () => {
  const long = await collected(child('long'));
  assert.deepEqual([long.code, long.stdout.length], [0, 1_000_001]);
  const quiet = await collected(child('broken'));
  assert.deepEqual(quiet, { code: 1, stdout: '', stderr: 'Broken.\n' });
  const loud = await collected(child('broken', { LOG_LEVEL: 'debug' }));
  assert.match(loud.stderr, /at PipesController\.broken/);
});
