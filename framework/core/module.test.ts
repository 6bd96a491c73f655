import assert from 'node:assert/strict';
import { test } from 'node:test';
import { token } from './inject.ts';
import { isModule, module, provide, providerOf } from './module.ts';

class Users {}
class OtherUsers extends Users {}
const Greeting = token<string>('Greeting');

test('a module has three lists: imports, exports and declarations, all of them empty unless said otherwise', () => {
  assert.deepEqual(module('Empty'), { name: 'Empty', imports: [], exports: [], declarations: [] });
  const Inner = module('Inner', { declarations: [Users], exports: [Users] });
  const Outer = module('Outer', { imports: [Inner], exports: [Inner], declarations: [OtherUsers] });
  assert.deepEqual(Outer, { name: 'Outer', imports: [Inner], exports: [Inner], declarations: [OtherUsers] });
});

for (const list of ['imports', 'exports', 'declarations'] as const) {
  test(`an undefined entry of ${list} is refused where the module is made, with its place`, () => {
    assert.throws(() => module('BlogModule', { [list]: [Users, undefined] }), {
      name: 'TypeError',
      message: `BlogModule.${list}[1] is undefined, most likely because two files import each other. Move what both need into a third file.`,
    });
  });
}

test('a declaration is a class, which is its own token, or what provide() gives', () => {
  assert.deepEqual(providerOf(Users), { token: Users, build: Users });
  assert.deepEqual(providerOf(provide(Users, OtherUsers)), { token: Users, build: OtherUsers });
  assert.deepEqual(providerOf(provide(Greeting, { value: 'Hello' })), { token: Greeting, value: 'Hello' });
});

test('a module is told from a token', () => {
  assert.ok(isModule(module('M')));
  assert.ok(!isModule(Users));
  assert.ok(!isModule(Greeting));
});
