import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { OpenApiDocument, Operation } from 'trellis/openapi';
import { assertOpenApi } from '../../framework/openapi/structure.fixture.ts';
import { bearer, type Solution, startSolution } from '../../solutions/solution.fixture.ts';
import { root } from '../workshop/chapters.ts';
import { blogs, documentOf, documents, page, withTables } from './http-api.ts';

const howToFix = 'Run: node --import tsx scripts/site/http-api-main.ts';
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

for (const [file, text] of documents()) {
  test(`${file} agrees with the routes and their descriptions`, () => {
    assert.ok(textOf(file) === text, howToFix);
  });

  test(`${file} follows the rules of OpenAPI, and describes every route`, () => {
    const document = JSON.parse(text) as OpenApiDocument;
    assertOpenApi(document);
    for (const { name, summary, responses } of operationsOf(document)) assert.ok(summary && responses, name);
  });
}

test(`the tables of ${page} agree with the routes`, () => {
  assert.ok(textOf(page) === withTables(textOf(page)), howToFix);
});

/** A property of a DTO in the document. Type arrays are `[type, 'null']`. */
interface Property {
  type: string | string[];
  format?: string;
  minLength?: number;
  enum?: (string | null)[];
}

interface BodySchema {
  properties: Record<string, Property>;
  required?: string[];
}

/** An operation of the document, with what the tests need to send it. */
interface Documented extends Operation {
  name: string;
  method: string;
  /** Like `/posts/{id}`. */
  path: string;
}

function operationsOf({ paths }: OpenApiDocument): Documented[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...{ ...operation, name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path },
    })),
  );
}

const isSuccess = (status: string) => status < '400';

for (const blog of blogs) {
  describe(`the ${blog.name} blog responds as documented`, () => {
    const document = JSON.parse(JSON.stringify(documentOf(blog))) as OpenApiDocument;
    const operations = operationsOf(document);
    const schemas = document.components.schemas as unknown as Record<string, BodySchema>;
    const user = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
    let app: Solution;
    let credentials: Record<string, string>;

    before(async () => {
      app = await startSolution(blog.root, { BCRYPT_COST: '4' });
      assert.equal((await app.post('/auth/register', { ...user, email: 'grace@example.org' })).status, 201);
      credentials = bearer((await app.post('/auth/login', { ...user, email: 'grace@example.org' })).body.token);
    });
    after(() => app.stop());

    test('to requests that succeed: every operation, with the status and the body of the document', async () => {
      const seen = new Set<string>();
      const call = async (
        name: string,
        given: { id?: string; body?: object; headers?: Record<string, string> } = {},
      ) => {
        const operation = operations.find((one) => one.name === name);
        assert.ok(operation, `${name} is not in the document`);
        const path = operation.path.replace('{id}', given.id ?? '');
        const response = await app.send(operation.method, path, given.body, given.headers);
        const [status, { content }] = Object.entries(operation.responses!).find(([code]) => isSuccess(code))!;
        assert.equal(String(response.status), status, `${name}: ${response.text}`);
        const schema = content?.['application/json']?.schema;
        if (schema === undefined) assert.equal(response.text, '', name);
        else assertMatches(response.body, schema, document, name);
        seen.add(name);
        return response;
      };
      await callEverything(call, user, blog.name === 'full');
      assert.deepEqual([...seen].sort(), operations.map(({ name }) => name).sort());
    });

    test('without credentials and with an invalid body', async () => {
      for (const { name, method, path, security, requestBody, responses = {} } of operations) {
        const response = await app.send(method, path.replace('{id}', 'none'), requestBody && '[]');
        const failure = ['400', '404'].find((status) => status in responses);
        const status = security ? '401' : (failure ?? Object.keys(responses).find(isSuccess)!);
        assert.equal(String(response.status), status, name);
        if (isSuccess(status)) continue;
        // The first of the messages is the one for a request without anything.
        assert.equal(response.body.error, responses[status]!.description.split(', or ')[0], name);
        assertMatches(response.body, responses[status]!.content!['application/json']!.schema!, document, name);
      }
    });

    test('to bodies that its schemas allow and forbid', async () => {
      const withBody = operations.filter(({ requestBody }) => requestBody?.required);
      assert.ok(withBody.length > 0, 'no route has a body');
      for (const { name, method, path, requestBody } of withBody) {
        const isInvalid = async (sent: object) => {
          const response = await app.send(method, path.replace('{id}', 'none'), sent, credentials);
          return response.status === 400 && response.body.error === 'Invalid request';
        };
        const { $ref } = requestBody!.content['application/json']!.schema as { $ref: string };
        const schema = schemas[$ref.slice($ref.lastIndexOf('/') + 1)]!;
        for (const [rule, sent] of validBodies(schema)) {
          assert.equal(await isInvalid(sent), false, `${name} rejects a body with ${rule}`);
        }
        for (const [rule, sent] of invalidBodies(schema)) {
          assert.equal(await isInvalid(sent), true, `${name} accepts a body with ${rule}`);
        }
      }
    });

    test('to any body on routes without one', async () => {
      const withoutBody = operations.filter(({ requestBody, method }) => !requestBody && method !== 'GET');
      for (const { name, method, path } of withoutBody) {
        const response = await app.send(method, path.replace('{id}', 'none'), '[]', credentials);
        assert.notEqual(response.status, 400, name);
      }
    });
  });
}

type Call = (
  name: string,
  given?: { id?: string; body?: object; headers?: Record<string, string> },
  // biome-ignore lint/suspicious/noExplicitAny: a body from the network
) => Promise<{ body: any; headers: Headers }>;

/** Sends one request that succeeds to every operation. */
async function callEverything(call: Call, user: object, isFull: boolean): Promise<void> {
  await call('POST /auth/register', { body: user });
  const headers = bearer((await call('POST /auth/login', { body: user })).body.token);
  const { id } = (await call('POST /posts', { body: { title: 'A', content: 'a' }, headers })).body;
  await call('PUT /posts/{id}', { id, body: { title: 'B', content: 'b', published: true }, headers });
  for (const read of ['GET /posts', 'GET /posts/{id}']) await call(read, { id });
  const { body } = await call('GET /my-posts', { headers });
  assert.equal(body.length, 1);
  await call('DELETE /posts/{id}', { id, headers });
  if (!isFull) return;
  await call('GET /auth/me', { headers });
  const session = await call('POST /auth/session', { body: user });
  const cookie = { cookie: session.headers.get('set-cookie')!.split(';', 1)[0]! };
  await call('GET /auth/session', { headers: cookie });
  const [listed] = (await call('GET /auth/sessions', { headers: cookie })).body;
  await call('DELETE /auth/sessions', { headers: cookie });
  await call('DELETE /auth/sessions/{id}', { id: listed.id, headers });
  await call('DELETE /auth/session', { headers: cookie });
  const pair = (await call('POST /auth/tokens', { body: user })).body;
  const { refresh_token } = (await call('POST /auth/refresh', { body: { refresh_token: pair.refresh_token } })).body;
  await call('POST /auth/logout', { body: { refresh_token } });
  const created = (await call('POST /auth/api-keys', { body: { name: 'mine' }, headers })).body;
  assert.equal((await call('GET /auth/api-keys', { headers })).body.length, 1);
  await call('GET /auth/api-keys/current', { headers: { 'x-api-key': created.key } });
  await call('DELETE /auth/api-keys/{id}', { id: created.id, headers });
}

/** The keywords of JSON Schema that the document uses. A property that the schema doesn't mention is a mistake too. */
function assertMatches(
  value: unknown,
  schema: Record<string, unknown>,
  document: OpenApiDocument,
  place: string,
): void {
  const {
    $ref,
    type,
    properties = {},
    required = [],
    items,
    format,
  } = schema as {
    [keyword: string]: unknown;
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    assertMatches(value, document.components.schemas[name]!, document, `${place} ${name}`);
    return;
  }
  const actual = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  assert.equal(actual, type, place);
  if (format === 'date-time') assert.match(value as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, place);
  if (Array.isArray(value)) {
    assert.ok(value.length > 0, `${place}: an empty array proves nothing`);
    for (const element of value) assertMatches(element, items as Record<string, unknown>, document, `${place}[]`);
  } else if (type === 'object') {
    const object = value as Record<string, unknown>;
    for (const name of required) assert.ok(name in object, `${place} lacks ${name}`);
    for (const [name, inner] of Object.entries(object)) {
      assert.ok(properties[name], `${place}: ${name} is not documented`);
      assertMatches(inner, properties[name], document, `${place}.${name}`);
    }
  }
}

function validBodies({ properties, required = [] }: BodySchema): [rule: string, body: object][] {
  const complete = validBody({ properties });
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const minimal = Object.fromEntries(Object.entries(complete).filter(([name]) => required.includes(name)));
  const nulls = Object.fromEntries(optional.map((name) => [name, null]));
  return [
    ['every field', complete],
    ['only the required fields', minimal],
    ['null for the optional fields', { ...minimal, ...nulls }],
  ];
}

function validBody({ properties }: BodySchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, validValue(property)]));
}

function validValue({ type, format, minLength = 0, enum: values }: Property): unknown {
  if (values) return values[0];
  if ([type].flat()[0] === 'boolean') return true;
  return format === 'email' ? 'grace@example.com' : 'x'.repeat(Math.max(minLength, 1));
}

/** One body for every rule of a schema, which breaks only this rule. */
function invalidBodies(schema: BodySchema): [rule: string, body: object][] {
  const valid = validBody(schema);
  return Object.entries(schema.properties).flatMap(([name, { format, minLength, enum: values }]) => {
    const bodies: [string, object][] = [[`a number as ${name}`, { ...valid, [name]: 7 }]];
    if (schema.required?.includes(name)) bodies.push([`no ${name}`, { ...valid, [name]: undefined }]);
    if (values) bodies.push([`an unknown ${name}`, { ...valid, [name]: 'x' }]);
    if (format === 'email') bodies.push([`an invalid ${name}`, { ...valid, [name]: 'no address' }]);
    else if (minLength) bodies.push([`a short ${name}`, { ...valid, [name]: 'x'.repeat(minLength - 1) }]);
    return bodies;
  });
}
