import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bearer, type Solution, startSolution } from '../../solutions/solution.fixture.ts';
import { root } from '../workshop/chapters.ts';
import { blogs, documents, page, withTables } from './http-api.ts';
import { failuresOf, operationsOf } from './openapi.ts';

const howToFix = 'Run: node --import tsx scripts/site/http-api-main.ts';
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

for (const [file, text] of documents()) {
  test(`${file} agrees with the routes and DTOs`, () => {
    assert.ok(textOf(file) === text, howToFix);
  });

  test(`${file} defines everything that it refers to`, () => {
    const { components, paths } = JSON.parse(text);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      assert.ok(components[kind]?.[name], name);
    }
    const operations = Object.values(paths).flatMap((path) => Object.values(path as object));
    for (const { security = [] } of operations) {
      for (const name of security.flatMap(Object.keys)) assert.ok(components.securitySchemes[name], name);
    }
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
}

interface BodySchema {
  properties: Record<string, Property>;
  required?: string[];
}

for (const { name, file, root: AppModule, contract } of blogs) {
  describe(`the ${name} blog responds as documented`, () => {
    const { schemas } = JSON.parse(documents().get(file)!).components as { schemas: Record<string, BodySchema> };
    let app: Solution;
    let credentials: Record<string, string>;

    before(async () => {
      app = await startSolution(AppModule, { BCRYPT_COST: '4' });
      const user = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
      assert.equal((await app.post('/auth/register', user)).status, 201);
      credentials = bearer((await app.post('/auth/login', user)).body.token);
    });
    after(() => app.stop());

    test('without credentials and with an invalid body', async () => {
      for (const operation of operationsOf(app.app, contract)) {
        const { method, path, authentication, body, success } = operation;
        const response = await app.send(method, path.replace(/:\w+/, 'none'), body && '[]');
        const expected = failuresOf(operation, contract);
        if (authentication !== undefined) {
          assert.equal(response.status, 401, path);
          assert.equal(response.body.error, contract.authentication[authentication]![0], path);
        } else if (expected.has(400)) {
          assert.deepEqual([response.status, response.body], [400, { error: 'Invalid request' }], path);
        } else if (expected.has(404)) {
          assert.deepEqual([response.status, response.body.error], [404, expected.get(404)![0]], path);
        } else {
          assert.equal(response.status, success[0], path);
        }
      }
    });

    // The contract names the DTO of each route by hand. Its schema must describe what the handler accepts and rejects.
    test('to bodies that its schemas allow and forbid', async () => {
      const withBody = operationsOf(app.app, contract).filter(({ body, isBodyOptional }) => body && !isBodyOptional);
      assert.ok(withBody.length > 0, 'no route has a body');
      for (const { method, path, body } of withBody) {
        const isInvalid = async (sent: object) => {
          const response = await app.send(method, path.replace(/:\w+/, 'none'), sent, credentials);
          return response.status === 400 && response.body.error === 'Invalid request';
        };
        const schema = schemas[body!]!;
        for (const [rule, sent] of validBodies(schema)) {
          assert.equal(await isInvalid(sent), false, `${method} ${path} rejects a ${body} with ${rule}`);
        }
        for (const [rule, sent] of invalidBodies(schema)) {
          assert.equal(await isInvalid(sent), true, `${method} ${path} accepts a ${body} with ${rule}`);
        }
      }
    });

    test('to any body on routes without one', async () => {
      const withoutBody = operationsOf(app.app, contract).filter(({ body, method }) => !body && method !== 'GET');
      for (const { method, path } of withoutBody) {
        const response = await app.send(method, path.replace(/:\w+/, 'none'), '[]', credentials);
        assert.notEqual(response.status, 400, `${method} ${path}`);
      }
    });
  });
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

function validValue({ type, format, minLength = 0 }: Property): unknown {
  if ([type].flat()[0] === 'boolean') return true;
  return format === 'email' ? 'grace@example.com' : 'x'.repeat(Math.max(minLength, 1));
}

/** One body for every rule of a schema, which breaks only this rule. */
function invalidBodies(schema: BodySchema): [rule: string, body: object][] {
  const valid = validBody(schema);
  return Object.entries(schema.properties).flatMap(([name, { format, minLength }]) => {
    const bodies: [string, object][] = [[`a number as ${name}`, { ...valid, [name]: 7 }]];
    if (schema.required?.includes(name)) bodies.push([`no ${name}`, { ...valid, [name]: undefined }]);
    if (format === 'email') bodies.push([`an invalid ${name}`, { ...valid, [name]: 'no address' }]);
    else if (minLength) bodies.push([`a short ${name}`, { ...valid, [name]: 'x'.repeat(minLength - 1) }]);
    return bodies;
  });
}
