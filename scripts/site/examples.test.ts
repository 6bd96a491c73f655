import '../../docs/examples/tested.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { type App, createApp, type Module, module } from 'trellis';
import { openApi } from 'trellis/openapi';
import { runCommand, start } from 'trellis/testing';
import { AnswersModule } from '../../docs/examples/answers.ts';
import { EventsModule } from '../../docs/examples/bodies.ts';
import { GreetModule } from '../../docs/examples/commands.ts';
import { Outbox, OutboxModule, TrustedOrigins } from '../../docs/examples/config.ts';
import { MembersModule, appOptions as ownErrors, problemDetails, withCodes } from '../../docs/examples/error-format.ts';
import { club } from '../../docs/examples/guards.ts';
import { hardened, shop } from '../../docs/examples/hardened.ts';
import {
  Attempts,
  bodies,
  plants,
  platformFor,
  sentence,
  settings,
  ticks,
  unguarded,
  usersOf,
} from '../../docs/examples/helpers.ts';
import { LibraryModule } from '../../docs/examples/library.ts';
import { MaintenanceModule } from '../../docs/examples/maintenance.ts';
import { counted, counts, HealthModule, observed } from '../../docs/examples/observed.ts';
import { pages } from '../../docs/examples/pages.ts';
import { ReadersModule } from '../../docs/examples/parts.ts';
import { SearchModule } from '../../docs/examples/queries.ts';
import { NotesService } from '../../docs/examples/stores.ts';

/** A request, and what the guide says of its answer. */
type Case = [
  request: string,
  status: number,
  answer?: unknown,
  headers?: Record<string, string>,
  given?: { headers?: Record<string, string>; body?: unknown },
];

async function ask(what: App | Module, cases: Case[]): Promise<void> {
  const client = await start(what);
  try {
    for (const [request, status, expected, headers = {}, given = {}] of cases) {
      const [method = '', path = ''] = request.split(' ');
      const answer = await client.send(method, path, given.body, given.headers);
      assert.equal(answer.status, status, request);
      if (expected !== undefined) assert.deepEqual(answer.body ?? answer.text, expected, request);
      for (const [name, value] of Object.entries(headers)) assert.equal(answer.headers.get(name), value, request);
    }
  } finally {
    await client.stop();
  }
}

describe('the guide’s examples do what the guide says', () => {
  const book = { id: '1', title: 'The Gardener' };

  test('routing', () =>
    ask(LibraryModule, [
      ['GET /books/newest', 200, book],
      ['GET /books/1', 200, book],
      ['GET /books/', 200, [book]],
      ['GET /%62ooks/1', 200, book],
      ['GET /shelves/a%20b/places/3', 200, { shelf: 'a b', place: '3' }],
      ['GET /files/a/b.txt', 200, { rest: 'a/b.txt' }],
      ['GET /files', 404],
      ['GET /Books', 404],
      ['GET /api/v1/books', 200, [book]],
      ['GET /api/v2/books?page=2&page=3', 200, { page: 2, books: [book] }],
      ['HEAD /books', 200, ''],
      ['OPTIONS /books', 204, '', { allow: 'GET, OPTIONS, HEAD' }],
      ['POST /books', 404, { error: 'Not Found' }, { allow: 'GET, OPTIONS, HEAD' }],
      ['GET /%zz', 400, { error: 'Bad Request' }],
    ]));

  test('context', () =>
    ask(AnswersModule, [
      ['GET /value', 200, { greeting: 'Hello, reader' }],
      ['GET /value?name=Ada', 200, { greeting: 'Hello, Ada' }],
      ['POST /created', 201, { id: '7' }],
      ['GET /text', 200, 'plain words', { 'x-language': 'de' }, { headers: { 'accept-language': 'de' } }],
      ['GET /old', 302, '', { location: '/value' }],
      ['GET /cookie', 200, { before: '' }, { 'set-cookie': 'visits=1; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax' }],
      ['GET /teapot', 418, { error: 'No coffee here' }],
      ['GET /maps/error', 503, { error: 'Not today', status: 503 }],
      ['GET /maps/data', 202, { queued: true }],
      ['GET /file', 200],
      ['GET /slow', 500, { error: 'Internal Server Error' }],
      ['POST /raw', 200, { bytes: 5 }, {}, { body: 'bytes' }],
    ]));

  test('middleware', () =>
    ask(club, [
      ['GET /door', 200, { request: '1' }, { 'x-request-id': '1' }],
      ['GET /nowhere', 404, { error: 'Not Found' }, { 'x-request-id': '2' }],
      ['GET /club/me', 401, { error: 'Members only' }],
      ['GET /club/me', 200, { member: 'Ada' }, {}, { headers: { 'x-member': 'Ada' } }],
      ['GET /club/rules', 200, { data: ['Be kind.'] }, {}, { headers: { 'x-member': 'Ada' } }],
      ['POST /club/guests', 201, { invited: true }, {}, { headers: { 'x-member': 'Ada' } }],
      ['GET /club/lounge', 403, { error: 'Only for gold members' }, {}, { headers: { 'x-member': 'Ada' } }],
      ['GET /club/lounge', 200, 'Welcome', {}, { headers: { 'x-member': 'Ada', 'x-level': 'gold' } }],
    ]));

  test('built-in middlewares', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const trusted = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await ask(hardened, [
      [
        'GET /books/1',
        200,
        book,
        { 'x-content-type-options': 'nosniff', 'x-request-id': 'abc' },
        { headers: { 'x-request-id': 'abc' } },
      ],
      ['POST /books', 403, undefined, {}, { headers: foreign }],
      ['POST /books', 404, undefined, {}, { headers: trusted }],
      ['POST /books', 415, undefined, {}, { headers: form, body: 'title=Soup' }],
      ['POST /files/a', 404, undefined, {}, { headers: form, body: 'title=Soup' }],
    ]);
    await ask(shop, [
      ['GET /', 200, undefined, { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }],
      ['GET /assets/style.css', 200, undefined, { 'cross-origin-resource-policy': 'cross-origin' }],
    ]);
  });

  test('helpers of the reference', async () => {
    assert.deepEqual(usersOf(plants, 'KeyValue'), ['Attempts']);
    assert.deepEqual(unguarded(plants), ['GET /plants', 'GET /plants/:id']);
    await ask(plants, [
      ['GET /plants', 200, { data: ['basil', 'mint'] }],
      ['GET /gold/seeds', 401, { error: 'Members only' }],
      ['GET /gold/seeds', 403, undefined, {}, { headers: { 'x-member': 'Ada' } }],
      ['GET /gold/seeds', 200, { data: ['orchid'] }, {}, { headers: { 'x-member': 'Ada', 'x-level': 'gold' } }],
    ]);
    assert.equal(platformFor('terminal').kind, 'cli');
    assert.equal(sentence([{ field: 'name', problem: 'is required' }]), 'name is required');
    assert.equal(bodies.order.safeParse({ plant: 'basil', count: 0 }).success, false);
    class Live {
      routes() {
        return [{ method: 'GET' as const, path: '/ticks', handler: ticks }];
      }
    }
    await ask(module('LiveModule', { declarations: [Live] }), [['GET /ticks', 200, ':\n\ndata: 1\n\ndata: 2\n\n']]);
  });

  test('counters and locks', async () => {
    const client = await start(module('LockModule', { imports: [settings('Hi')], declarations: [Attempts] }));
    try {
      const attempts = client.app.get(Attempts);
      assert.equal(attempts.greeting, 'Hi');
      const locked: boolean[] = [];
      for (let count = 0; count < 5; count++) locked.push(await attempts.failed('ada'));
      assert.deepEqual(locked, [false, false, false, false, true]);
    } finally {
      await client.stop();
    }
  });

  test('injection', () =>
    ask(ReadersModule, [
      ['POST /welcome', 200, { sent: 1 }],
      ['GET /founded', 200, '1 January 2026'],
    ]));

  test('validation', () => {
    const event = { title: 'Reading', contact: 'ada@example.com', seats: 3 };
    const whole = { ...event, price: 0, online: false };
    const refused = { error: 'Invalid request' };
    const body = (value: unknown) => ({ body: value });
    return ask(EventsModule, [
      ['POST /events', 201, whole, {}, body({ ...event, unknown: 1, price: null })],
      ['POST /events', 400, refused, {}, body({ ...event, seats: 0 })],
      ['POST /events', 400, refused, {}, body({ ...event, seats: '3' })],
      ...['nobody', 'ada@localhost', 'a da@example.com', '"ada"@example.com', 'adü@example.com'].map(
        (contact): Case => ['POST /events', 400, refused, {}, body({ ...event, contact })],
      ),
      [
        'POST /events',
        201,
        { ...whole, contact: 'Ada@Example.com' },
        {},
        body({ ...event, contact: 'Ada@Example.com' }),
      ],
      ['POST /events', 400, refused, {}, body('no json')],
      ['POST /events', 400, refused, {}, body(new Uint8Array([0x22, 0xff, 0x22]))],
      ['POST /events', 400, refused, {}, body('{"__proto__":{}}')],
      ['POST /events', 400, refused, {}, body({ ...event, title: 'a\0b' })],
      ['POST /events', 413, { error: 'Payload Too Large' }, {}, body(`"${'x'.repeat(1024 * 1024)}"`)],
      ['PUT /events/4', 200, { id: '4', title: 'Reading', note: '' }, {}, body(event)],
      ['PUT /events/4', 400, refused, {}, body({ ...event, note: 'ab' })],
      ['PATCH /events/4', 200, { id: '4', changes: { note: '' } }, {}, body({ note: '' })],
      ['PATCH /events/4', 400, refused, {}, body({})],
      ['PATCH /events/4', 400, refused, {}, body({ title: '' })],
      ['PATCH /events/4', 400, refused, {}, body({ seats: 4 })],
    ]);
  });

  test('queries', () =>
    ask(SearchModule, [
      ['GET /events?page=2&online=true', 200, { page: 2, place: '', online: true }],
      ['GET /events', 200, { page: 1, place: '', online: false }],
      ['GET /events?page=two', 400, { error: 'Invalid request' }],
      ['GET /events?place=%00', 400, { error: 'Invalid request' }],
      ['GET /search?tag=garden', 200, { limit: 20, tag: ['garden'] }],
      ['GET /search?tag=garden&tag=travel&limit=5', 200, { limit: 5, tag: ['garden', 'travel'] }],
      ['GET /search?limit=&from=&tag=', 200, { limit: 20, tag: [] }],
      ['GET /search?from=2026-02-28&tag=&tag=travel', 200, { limit: 20, from: '2026-02-28', tag: ['travel'] }],
      ['GET /search?from=2026-02-30', 400, { error: 'Invalid request' }],
      ['GET /search?from=2026-02-27&from=2026-02-28', 400, { error: 'Invalid request' }],
      ['GET /search?limit=0', 400, { error: 'Invalid request' }],
      ['GET /search?limit=1000', 400, { error: 'Invalid request' }],
      ['GET /history', 200, { time: '' }],
      ['GET /history?after=2026-03-01T09:30:00.000Z~7', 200, { time: '2026-03-01T09:30:00.000Z', id: '7' }],
      ['GET /history?after=2026-03-01T09:30:00.000Z', 400, { error: 'Invalid request' }],
      ['GET /history?after=0000-01-01T00:00:00.000Z~7', 400, { error: 'Invalid request' }],
      ['GET /history?after=2026-03-01T09:30:00.000Z~7~8', 400, { error: 'Invalid request' }],
      ['GET /labels?label=a&label=b', 200, ['a', 'b']],
      ['GET /events/reading/seats/7', 200, { event: 'reading', seat: 7 }],
      ['GET /events/reading/seats/seven', 400, { error: 'Invalid request' }],
    ]));

  test('queries in the OpenAPI document', () => {
    const { paths } = openApi(createApp(SearchModule).routes(), { title: 'x', version: '1' });
    const parameters = paths['/search']?.get?.parameters ?? [];
    assert.deepEqual(
      parameters.map(({ name, required, schema }) => [name, required, schema.type]),
      [
        ['limit', false, 'integer'],
        ['from', false, 'string'],
        ['tag', false, 'array'],
      ],
    );
    assert.deepEqual(paths['/history']?.get?.parameters?.[0]?.schema, { type: 'string', default: '' });
  });

  test('monitoring', async () => {
    await ask(counted, [['GET /nowhere', 404]]);
    assert.deepEqual([...counts], [['method="GET",route="none",status="404"', 1]]);
    const checks: Case[] = ['live', 'ready'].map((name) => [`GET /health/${name}`, 200, { status: 'ok' }]);
    await ask(createApp(HealthModule, observed), checks);
    const total = (labels: string) => `http_responses_total{method="GET",${labels}} 1\n`;
    const lines = [
      'route="none",status="404"',
      'route="/health/live",status="200"',
      'route="/health/ready",status="200"',
    ];
    const metrics = `# TYPE http_responses_total counter\n${lines.map(total).join('')}`;
    await ask(createApp(HealthModule, observed), [['GET /metrics', 200, metrics]]);
  });

  test('health checks during the shutdown, in the format of the application', async () => {
    const app = createApp(HealthModule, withCodes);
    const url = await app.listen(0, '127.0.0.1', { signals: false });
    // One connection, like that of a load balancer: a new one would be refused during the shutdown.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ready = async () => {
      const [response] = await once(request(`${url}/health/ready`, { agent, family: 4 }).end(), 'response');
      return [response.statusCode, await json(response)];
    };
    try {
      assert.deepEqual(await ready(), [200, { status: 'ok' }]);
      const stopped = app.stop();
      assert.deepEqual(await ready(), [503, { problem: { code: 'http_503', detail: 'Service Unavailable' } }]);
      await stopped;
    } finally {
      await app.stop();
      agent.destroy();
    }
  });

  test('configuration', () => {
    delete process.env.MAIL_KEY;
    assert.throws(
      () => createApp(OutboxModule),
      /^Error: ConfigModule → Config: its factory threw "The environment variables are invalid:\n.*\n.*at MAIL_KEY"\.$/,
    );
    process.env.MAIL_KEY = 'x'.repeat(16);
    try {
      assert.equal(createApp(OutboxModule).get(Outbox).limit, 100);
    } finally {
      delete process.env.MAIL_KEY;
    }
  });

  test('a middleware with an option from the configuration', async () => {
    const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' });
    process.env.MAIL_KEY = 'x'.repeat(16);
    process.env.WEB_ORIGINS = 'https://a.example,https://b.example';
    const client = await start(OutboxModule, { middlewares: [TrustedOrigins] });
    try {
      assert.equal((await client.post('/', {}, from('https://b.example'))).status, 404);
      assert.equal((await client.post('/', {}, from('https://c.example'))).status, 403);
    } finally {
      delete process.env.MAIL_KEY;
      delete process.env.WEB_ORIGINS;
      await client.stop();
    }
  });

  test('errors', () =>
    ask(createApp(MembersModule, ownErrors), [
      ['POST /members', 201, { email: 'ada@example.com' }, {}, { body: { email: 'ada@example.com' } }],
      ['POST /members', 422, { errors: { email: ['must be an email address'] } }, {}, { body: { email: 'ada' } }],
      ['POST /members', 422, { errors: { '': ['must be JSON'] } }, {}, { body: 'ada' }],
      ['GET /nowhere', 404, { errors: { body: ['Not Found'] } }],
      ['GET /%zz', 400, { errors: { body: ['Bad Request'] } }],
    ]));

  test('problem details', () => {
    const given = { headers: { 'x-request-id': 'abc' }, body: { email: 'ada' } };
    const problems = [{ field: 'email', problem: 'must be an email address' }];
    const type = { 'content-type': 'application/problem+json' };
    return ask(createApp(MembersModule, problemDetails), [
      [
        'POST /members',
        400,
        { title: 'Bad Request', status: 400, detail: 'Invalid request', problems, request_id: 'abc' },
        type,
        given,
      ],
      ['PUT /nowhere', 404, { title: 'Not Found', status: 404, detail: 'Not Found', request_id: 'abc' }, type, given],
      [
        'GET /members/7',
        404,
        { title: 'Not Found', status: 404, detail: 'Member not found', request_id: 'abc' },
        type,
        { headers: given.headers },
      ],
      ['GET /%zz', 400, { title: 'Bad Request', status: 400, detail: 'Bad Request' }, type],
    ]);
  });

  test('errors with codes', () =>
    ask(createApp(MembersModule, withCodes), [
      ['GET /members/7', 404, { problem: { code: 'member_unknown', detail: 'Member not found' } }],
      ['POST /members', 400, { problem: { code: 'http_400', detail: 'Invalid request' } }, {}, { body: {} }],
      ['GET /nowhere', 404, { problem: { code: 'http_404', detail: 'Not Found' } }],
    ]));

  test('maintenance', async () => {
    const run = (...argv: string[]) => runCommand(MaintenanceModule, argv);
    assert.deepEqual(await run('migrate'), { code: 0, stdout: 'The tables are up to date\n', stderr: '' });
    assert.deepEqual(await run('count'), { code: 0, stdout: '0\n', stderr: '' });
  });

  test('web', () =>
    ask(pages, [
      ['GET /?name=<b>', 200, '<!doctype html><title>Home</title><!-- made by hand --><h1>Hello, &lt;b&gt;</h1>'],
      ['GET /tags', 200],
      ['POST /greetings', 303, '', { location: '/' }],
      ['GET /nowhere', 404, { error: 'Not Found' }, {}, { headers: { accept: 'application/json' } }],
    ]));

  test('cli', async () => {
    const run = (...argv: string[]) => runCommand(GreetModule, argv, { name: 'greeter' });
    assert.deepEqual(await run('greet', '--name=Ada'), { code: 0, stdout: 'Hello, Ada\n', stderr: '' });
    assert.deepEqual(await run('tags', 'find', 'tra'), { code: 0, stdout: '["travel"]\n', stderr: '' });
    const wrong = await run('greet', '--nam=Ada');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /Did you mean --name\?/);
    assert.equal((await run('greet')).code, 2);
    const guests = (...options: string[]) => runCommand(GreetModule, ['guests', ...options], { terminal: true });
    assert.equal((await guests('--json')).stdout, '[{"name":"Ada","visits":3},{"name":"Grace","visits":1}]\n');
    assert.match((await guests()).stdout, /Ada +3\n/);
    assert.doesNotMatch((await guests('--least=2')).stdout, /Grace/);
    const few = await guests('--least=few');
    assert.equal(few.code, 2);
    assert.match(few.stderr, /^--least must be/);
    assert.match((await run('--help')).stdout, /Greets somebody/);
  });

  test('injectables', async () => {
    const client = await start(module('NotesModule', { declarations: [NotesService] }));
    try {
      const notes = client.app.get(NotesService);
      const first = await notes.add('a');
      const second = await notes.add('b');
      assert.equal(await notes.add('a'), 'unique');
      assert.equal(await notes.count(), 2);
      await notes.add('c');
      assert.equal(await notes.count(), 2);
      assert.ok(typeof first === 'object' && typeof second === 'object');
      await notes.swap(first.id, second.id);
      assert.equal((await notes.find(first.id))?.text, 'b');
    } finally {
      await client.stop();
    }
  });
});
