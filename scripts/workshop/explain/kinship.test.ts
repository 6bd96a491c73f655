import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kinship, kinshipOf } from './kinship.ts';

const ours = `import { Log, inject, type Route } from 'trellis';
import { PostsService } from './posts.service.ts';

/** The posts. */
export class PostsController {
  @inject(PostsService) private readonly posts!: PostsService;
  #count = 0;

  routes(): Route[] {
    return [{ method: 'GET', path: '/posts', handler: this.index }];
  }

  index() {
    this.#count++;
    const found = this.posts.list();
    return found.map((post) => label(post));
  }
}

function label({ title, id }: { title: string; id: string }): string {
  return \`\${title} \${id}\`;
}
`;

const cases: [what: string, expected: Kinship, edits: [find: string | RegExp, replace: string][]][] = [
  ['nothing', 'identical', []],
  [
    'quotes, semicolons and a comment',
    'formatting',
    [
      [/'/g, '"'],
      [/;$/gm, ''],
      ['/** The posts. */', '// Mine'],
    ],
  ],
  ['a local variable', 'names', [[/\bfound\b/g, 'all']]],
  ['a parameter', 'names', [['(post) => label(post)', '(each) => label(each)']]],
  ['a private field', 'names', [[/#count/g, '#served']]],
  [
    'an injected field',
    'names',
    [
      ['readonly posts!', 'readonly store!'],
      ['this.posts.', 'this.store.'],
    ],
  ],
  [
    'a handler',
    'names',
    [
      ['this.index', 'this.newest'],
      ['index()', 'newest()'],
    ],
  ],
  ['a function of the file', 'names', [[/\blabel\b/g, 'titleOf']]],
  [
    'a type',
    'names',
    [
      [': string {', ' {'],
      ['routes(): Route[]', 'routes()'],
    ],
  ],
  ['the order of properties', 'names', [["method: 'GET', path: '/posts'", "path: '/posts', method: 'GET'"]]],
  ['a value', 'different', [["'/posts'", "'/post'"]]],
  ['the name of an export', 'different', [['class PostsController', 'class BlogController']]],
  ['a called method', 'different', [['posts.list()', 'posts.all()']]],
  ['a property', 'different', [['{ title, id }', '{ title: id, id: title }']]],
  ['a global', 'different', [['const found = this.posts.list();', 'const found = Array.from(this.posts.list());']]],
  ['a name that is used twice', 'different', [['(post) => label(post)', '(found) => label(found)']]],
  ['another variable', 'different', [['return found.map', 'return this.posts.list().map']]],
  ['what is broken', 'different', [['index() {', 'index( {']]],
];

describe('two versions of a file', () => {
  for (const [what, expected, edits] of cases)
    it(`that differ in ${what}: ${expected}`, () => {
      const yours = edits.reduce((text, [find, replace]) => text.replace(find, replace), ours);
      assert.ok(edits.length === 0 || yours !== ours, 'the edit changes something');
      assert.equal(kinshipOf(yours, ours), expected);
      assert.equal(kinshipOf(ours, yours), expected);
    });

  it('may have their methods, functions and imports in another order, but not their statements', () => {
    const one =
      "import { b } from './b.ts';\nimport { a } from './a.ts';\nfunction f() { return a; }\nfunction g() { return b; }\n";
    const other =
      "import { a } from './a.ts';\nimport { b } from './b.ts';\nfunction g() { return b; }\nfunction f() { return a; }\n";
    assert.equal(kinshipOf(one, other), 'names');
    const [first, second] = [
      'class C { x() { return 1; } y() { return 2; } }',
      'class C { y() { return 2; } x() { return 1; } }',
    ];
    assert.equal(kinshipOf(first, second), 'names');
    assert.equal(kinshipOf('log(1);\nlog(2);', 'log(2);\nlog(1);'), 'different');
    assert.equal(kinshipOf('const x = { a: f(), b: g() };', 'const x = { b: g(), a: f() };'), 'different');
    assert.equal(kinshipOf("import './a.ts';\nimport './b.ts';", "import './b.ts';\nimport './a.ts';"), 'different');
  });

  it('with two names exchanged are the same, with two values exchanged they are not', () => {
    const swap = (text: string) => text.replace(/\b[ab]\b/g, (name) => (name === 'a' ? 'b' : 'a'));
    const text = 'function f(a: number, b: number) { return a - b; }';
    assert.equal(kinshipOf(swap(text), text), 'names');
    assert.equal(kinshipOf(text.replace('a - b', 'b - a'), text), 'different');
    assert.equal(kinshipOf('const a = { x: undefined };', 'const a = { x: NaN };'), 'different');
  });
});
