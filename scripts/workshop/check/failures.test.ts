import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { renderFailure } from '../failure-view.ts';
import { programOf, testFolder, writeProgram } from '../test-folder.fixture.ts';
import type { CheckBody } from './check-definition.ts';
import { runChecks } from './run.ts';

/** Each kind of failure, and every word that a learner reads then. `…` stands for what differs from run to run. */
const cases: {
  name: string;
  program: Map<string, string>;
  body: CheckBody;
  deadline?: number;
  patience?: number;
  says: string;
}[] = [
  {
    name: 'no route matches',
    program: programOf(''),
    body: async (app) => void (await app.get('/posts')).status(200),
    says: `Expected status 200, got 404

  request   curl -i http://localhost:3000/posts
  received  404 {"error":"Not Found"}
  expected  200

  Likely cause: no route matches GET /posts. Compare the method and the path of your route with it, character by character.`,
  },
  {
    name: 'the path is known under another method only',
    program: programOf("{ method: 'GET', path: '/posts', handler: () => [] }"),
    body: async (app) => void (await app.post('/posts', { title: "It's" })).status(201),
    says: `Expected status 201, got 404

  request   curl -i -X POST -H 'Content-Type: application/json' -d '{"title":"It'\\''s"}' http://localhost:3000/posts
  received  404 {"error":"Not Found"}
  expected  201

  Likely cause: a route matches the path, but only for GET. Compare its method with that of the request.`,
  },
  {
    name: 'a body that nobody wants to read to its end',
    program: programOf("{ method: 'POST', path: '/', handler: () => 1 }"),
    body: async (app) => void (await app.post('/', 'x'.repeat(70_000))).status(413, 'the limit is smaller.'),
    says: `Expected status 413, got 200

  request   curl -i -X POST -d '${'x'.repeat(300)}… (70000 characters)' http://localhost:3000/
  received  200 1
  expected  413

  Likely cause: the limit is smaller.`,
  },
  {
    name: 'a response with escape sequences',
    program: programOf("{ method: 'GET', path: '/', handler: (ctx) => ctx.send('\\u001b[2J\\u202ex\\ny') }"),
    body: async (app) => void (await app.get('/')).status(201, 'it says \u001b[8m'),
    says: `Expected status 201, got 200

  request   curl -i http://localhost:3000/
  received  200 \\u001b[2J\\u202ex
            y
  expected  201

  Likely cause: it says \\u001b[8m`,
  },
  {
    name: 'a forgotten return',
    program: programOf("{ method: 'GET', path: '/', handler: () => { ({ a: 1 }); } }"),
    body: async (app) => void (await app.get('/')).status(200),
    says: `Expected status 200, got 204

  request   curl -i http://localhost:3000/
  received  204
  expected  200

  Likely cause: nothing came back. Is a \`return\` missing in the handler, or is the returned value undefined? With a middleware: is it missing before next()?`,
  },
  {
    name: 'a forgotten await',
    program: programOf("{ method: 'GET', path: '/', handler: (ctx) => ctx.json(Promise.resolve({ a: 1 })) }"),
    body: async (app) => void (await app.get('/')).status(200).json({ a: 1 }, 'another value'),
    says: `The response body is different

  request   curl -i http://localhost:3000/
  received  200 {}
  expected  200 {"a":1}

  Possible causes:
  - a promise, a Map or a Set becomes {} in JSON. Is an \`await\` missing?
  - another value`,
  },
  {
    name: 'a handler that throws',
    program: programOf("{ method: 'GET', path: '/', handler: () => { throw new Error('no such table: posts'); } }"),
    body: async (app) => void (await app.get('/')).status(200),
    says: `Expected status 200, got 500

  request   curl -i http://localhost:3000/
  received  500 {"error":"Internal Server Error"}
  expected  200

  Likely cause: your code threw: no such table: posts. The terminal of npm run chapter shows where.`,
  },
  {
    name: 'a handler that throws undefined',
    program: programOf("{ method: 'GET', path: '/', handler: () => { throw undefined; } }"),
    body: async (app) => void (await app.get('/')).status(200),
    says: `Expected status 200, got 500

  request   curl -i http://localhost:3000/
  received  500 {"error":"Internal Server Error"}
  expected  200

  Likely cause: your code threw: undefined, which is not an Error. The terminal of npm run chapter shows where.`,
  },
  {
    name: 'JSON instead of a page',
    program: programOf("{ method: 'GET', path: '/', handler: () => [] }"),
    body: async (app) => void (await app.get('/')).page(200, 'the platform is web().'),
    says: `Expected content type text/html, got application/json; charset=utf-8

  request   curl -i http://localhost:3000/
  received  200 []
  expected  200 text/html

  Likely cause: the platform is web().`,
  },
  {
    name: 'a command that ends well where it should not',
    program: new Map([['cli.ts', "console.log('No such post');\n"]]),
    body: async (app) => void (await app.command('cli.ts', ['publish', '17'])).exit(1, 'throw, and it is 1.'),
    says: `Expected exit code 1, got 0

  request   cli.ts publish 17
  received  exit code 0
            stdout: No such post
            stderr: (nothing)

  Likely cause: throw, and it is 1.`,
  },
  {
    name: 'a program that is not there yet',
    program: programOf(''),
    body: async (app) => void (await app.command('cli.ts', [])).exit(0),
    says: `Expected exit code 0, got 1

  request   cli.ts
  received  exit code 1
            stdout: (nothing)
            stderr: …

  Likely cause: there is no cli.ts in your folder yet.`,
  },
  {
    name: 'HTML instead of JSON',
    program: programOf(
      "{ method: 'GET', path: '/', handler: (ctx) => { ctx.response.setHeader('content-type', 'text/html'); return ctx.send('<p>hi</p>'); } }",
    ),
    body: async (app) => void (await app.get('/')).json({}),
    says: `Expected content type application/json, got text/html

  request   curl -i http://localhost:3000/
  received  200 <p>hi</p>
  expected  {}

  Likely cause: the response is HTML, not JSON. Does another program use this port, or does the app use another platform?`,
  },
  {
    name: 'another content type',
    program: programOf("{ method: 'GET', path: '/', handler: (ctx) => ctx.send('{}') }"),
    body: async (app) =>
      void (await app.get('/')).json({ a: 1 }, 'the handler returns the object, and does not send text.'),
    says: `Expected content type application/json, got text/plain; charset=utf-8

  request   curl -i http://localhost:3000/
  received  200 {}
  expected  {"a":1}

  Likely cause: the handler returns the object, and does not send text.`,
  },
  {
    name: "another value, with the check's own explanation",
    program: programOf("{ method: 'GET', path: '/', handler: () => ({ a: 2 }) }"),
    body: async (app) => void (await app.get('/')).status(200).json({ a: 1 }, 'the handler counts from 1.'),
    says: `The response body is different

  request   curl -i http://localhost:3000/
  received  200 {"a":2}
  expected  200 {"a":1}

  Likely cause: the handler counts from 1.`,
  },
  {
    name: 'an error that is another one: the response is compared as a whole',
    program: programOf("{ method: 'GET', path: '/', handler: () => [] }"),
    body: async (app) => void (await app.get('/')).error(401, 'Missing authorization', ['one.', 'the other.']),
    says: `Expected status 401, got 200

  request   curl -i http://localhost:3000/
  received  200 []
  expected  401 {"error":"Missing authorization"}

  Possible causes:
  - one.
  - the other.`,
  },
  {
    name: 'a cause that the response decides',
    program: programOf("{ method: 'GET', path: '/', handler: () => [7] }"),
    body: async (app) =>
      void (await app.get('/')).expect(false, 'an empty array', ({ body }) =>
        body[0] === 7 ? 'it is seven.' : undefined,
      ),
    says: `Expected an empty array

  request   curl -i http://localhost:3000/
  received  200 [7]

  Likely cause: it is seven.`,
  },
  {
    name: 'a field that is missing',
    program: programOf("{ method: 'GET', path: '/', handler: () => ({ a: 2 }) }"),
    body: async (app) => void (await app.get('/')).fields({ b: 1 }, 'the field is called b.'),
    says: `The field "b" is missing

  request   curl -i http://localhost:3000/
  received  200 {"a":2}
  expected  {"b":1, …}

  Likely cause: the field is called b.`,
  },
  {
    name: 'a hash in the answer',
    program: programOf("{ method: 'GET', path: '/', handler: () => ({ password: 'x' }) }"),
    body: async (app) => void (await app.get('/')).without(['password'], 'the hash never leaves the service.'),
    says: `The response has a field "password"

  request   curl -i http://localhost:3000/
  received  200 {"password":"x"}
  expected  a body without "password"

  Likely cause: the hash never leaves the service.`,
  },
  {
    name: 'no response',
    program: programOf("{ method: 'GET', path: '/', handler: () => new Promise(() => {}) }"),
    body: async (app) => void (await app.get('/')).status(200),
    deadline: 300,
    says: `No response within 0.3 seconds.

  request   curl -i http://localhost:3000/

  Likely cause: a promise that never settles: a middleware that does not return next(), an await on something that never happens.`,
  },
  {
    name: 'an endless loop in a handler',
    program: programOf("{ method: 'GET', path: '/', handler: () => { for (;;); } }"),
    body: async (app) => void (await app.get('/')).status(200),
    deadline: 300,
    says: `No response, because the event loop is blocked.

  request   curl -i http://localhost:3000/

  Likely cause: a loop that never ends, such as a \`while\` whose condition stays true, in the code that handles this request. While it runs, the program handles no other request either, so the remaining checks did not run.`,
  },
  {
    name: 'a crash during a request',
    program: programOf(
      "{ method: 'GET', path: '/', handler: () => { setImmediate(() => { throw new Error('boom'); }); return new Promise(() => {}); } }",
    ),
    body: async (app) => void (await app.get('/')).status(200),
    says: `The program crashed.

  request   curl -i http://localhost:3000/
  output    …Error: boom…

  Likely cause: an error outside of a handler, or in a promise that nobody awaits. Nothing catches those, so Node ends the program.`,
  },
  {
    name: 'process.exit() in a handler',
    program: programOf("{ method: 'GET', path: '/', handler: () => process.exit(1) }"),
    body: async (app) => void (await app.get('/')).status(200),
    says: `The program ended during this request.

  request   curl -i http://localhost:3000/

  Likely cause: something calls process.exit(), which ends the whole server. Return a response, or throw an error.`,
  },
  {
    name: 'a signal from a handler',
    program: programOf("{ method: 'GET', path: '/', handler: () => process.kill(process.pid, 'SIGKILL') }"),
    body: async (app) => void (await app.get('/')).status(200),
    says: `The program was ended during this request, by the signal SIGKILL.

  request   curl -i http://localhost:3000/

  Likely cause: your code sent its own process a signal with process.kill(), or something else did: the system does when it runs out of memory.`,
  },
  {
    name: 'process.exit() with an exit code, before the program listens',
    program: new Map([['main.ts', 'process.exit(3);\n']]),
    body: async (app) => void (await app.get('/')).status(200),
    says: `The program ended before it listened.

  Likely cause: main.ts never calls listen(), or something calls process.exit().`,
  },
  {
    name: 'a program that reports an address other than its own',
    program: new Map([
      [
        'main.ts',
        `import { channel } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
const app = { routes: () => [] };
createServer().listen(0, () => channel('trellis:listening').publish({ url: 'http://localhost:65535', app, built: [] }));
`,
      ],
    ]),
    body: async (app) => void (await app.get('/')).status(200),
    says: `Nothing listens on http://localhost:65535, the address that the program has reported.

  request   curl -i http://localhost:3000/

  Possible causes:
  - the program is running, but it listens on a port other than the one in its address.
  - this machine does not allow connections to 127.0.0.1: a firewall, or a container without a loopback interface.`,
  },
  {
    name: 'a syntax error',
    program: new Map([['main.ts', "import { createApp } from 'trellis';\nconst = 1;\n"]]),
    body: async (app) => void (await app.get('/')).status(200),
    says: `Syntax error: Expected identifier but found "="

  ….ts:2:7…> 2 │ const = 1;…^ Expected identifier but found "="…

  Likely cause: a syntax error. The parser stopped at the marked place; the mistake is often at the end of the line before it.`,
  },
  {
    name: 'an import that leads nowhere',
    program: new Map([['main.ts', "import './posts.ts';\n"]]),
    body: async (app) => void (await app.get('/')).status(200),
    says: `Cannot find module '…posts.ts' imported from …main.ts

  …main.ts:1:11

  > 1 │ import './posts.ts';…

  Likely cause: an import names a file that does not exist. Imports of your own files end in .ts.`,
  },
  {
    name: 'an application that the framework refuses',
    program: programOf(
      "{ method: 'GET', path: '/', handler: () => 1 }, { method: 'GET', path: '/', handler: () => 2 }",
    ),
    body: async (app) => void (await app.get('/')).status(200),
    says: `GET / (Routes) and GET / (Routes) match the same requests. Remove one of them, or change its path.

  …main.ts:4:7…> 4 │ await createApp(…`,
  },
  {
    name: 'a program that ends',
    program: new Map([['main.ts', "console.log('done');\n"]]),
    body: async (app) => void (await app.get('/')).status(200),
    says: `The program ended before it listened.

  output    done

  Likely cause: main.ts never calls listen(), or something calls process.exit().`,
  },
  {
    name: 'a program that never listens',
    program: new Map([['main.ts', 'setInterval(() => {}, 1000);\n']]),
    body: async (app) => void (await app.get('/')).status(200),
    patience: 4_000,
    says: `The program started, but never listened.

  Likely cause: a promise that never settles: an \`await\` at the top level of a file, or in onStart(). Or main.ts never calls listen().`,
  },
  {
    name: 'an endless loop while the program starts',
    program: new Map([['main.ts', 'while (true) {}\n']]),
    body: async (app) => void (await app.get('/')).status(200),
    patience: 4_000,
    says: `The program never listened, because its event loop is blocked.

  Likely cause: a loop that never ends, such as \`while (true)\`, in code that runs while the program starts: at the top level of a file, in a constructor, or in onStart().`,
  },
  {
    name: 'a top-level await that nothing can settle',
    program: new Map([['main.ts', 'await new Promise(() => {});\n']]),
    body: async (app) => void (await app.get('/')).status(200),
    says: `The program ended before it listened, because a top-level await never settles.

  Likely cause: a promise that never settles: an \`await\` at the top level of a file, or in onStart(), for something that never happens.`,
  },
];

describe('a failure teaches', { concurrency: 2 }, () => {
  const folder = testFolder();
  after(() => folder.remove());
  for (const [index, { name, program, body, deadline = 20_000, patience, says }] of cases.entries()) {
    it(name, async () => {
      const src = writeProgram(`${folder.path}/${index}`, program);
      const [result] = await runChecks([{ step: 1, name, body, deadline }], src, undefined, { patience });
      assert.ok(result?.failure, 'the check must fail');
      assert.match(renderFailure(result.failure), patternOf(says));
    });
  }
});

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('…', '[\\s\\S]*?')}$`);
}
