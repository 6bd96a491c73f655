import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startSolution } from '../../solutions/solution.fixture.ts';
import { root } from '../workshop/chapters.ts';
import { blogs, documents, page, withTables } from './http-api.ts';
import { failuresOf, operationsOf } from './openapi.ts';

const repair = 'Run: node --import tsx scripts/site/http-api-main.ts';
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

for (const [file, text] of documents()) {
  test(`${file} is what the routes and DTOs say`, () => {
    assert.ok(textOf(file) === text, repair);
  });

  test(`${file} refers to nothing that it does not define`, () => {
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

test(`the tables of ${page} are what the routes say`, () => {
  assert.ok(textOf(page) === withTables(textOf(page)), repair);
});

for (const { name, root: AppModule, contract } of blogs) {
  describe(`the ${name} blog answers as documented`, () => {
    test('without credentials, and with a body that does not fit', async () => {
      const app = await startSolution(AppModule, { BCRYPT_COST: '4' });
      try {
        for (const operation of operationsOf(app.app, contract)) {
          const { method, path, guard, body } = operation;
          const answer = await app.send(method, path.replace(/:\w+/, 'none'), body && '[]');
          const expected = failuresOf(operation, contract);
          if (guard !== undefined) {
            assert.equal(answer.status, 401, path);
            assert.equal(answer.body.error, contract.guards[guard]![0], path);
          } else if (expected.has(400)) {
            assert.deepEqual([answer.status, answer.body], [400, { error: 'Invalid request' }], path);
          } else if (expected.has(404)) {
            assert.deepEqual([answer.status, answer.body.error], [404, expected.get(404)![0]], path);
          } else {
            assert.equal(answer.status, operation.answers.success[0], path);
          }
        }
      } finally {
        await app.stop();
      }
    });
  });
}
