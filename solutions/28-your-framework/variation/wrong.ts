import type { WrongDesign } from '../../../scripts/workshop/variation/define.ts';

const rules = 'the feature keeps its rules';
const bugs = 'your test finds every bug';
const own = 'your test passes on your framework';
const other = 'your test passes on another framework with this feature';

export default [
  {
    summary: 'A redirect accepts every path that begins with a slash.',
    of: 'redirect-by-url',
    edits: [{ file: 'framework/context.ts', find: ' || new URL(path, here).origin !== here', replace: '' }],
    fails: [rules, 'Our test of the feature "redirect" fails'],
  },
  {
    summary: 'A redirect accepts every status from 301 to 308.',
    of: 'redirect-by-url',
    edits: [{ file: 'framework/context.ts', find: ' || [304, 305, 306].includes(status)', replace: '' }],
    fails: [rules, '304 is not a redirect'],
  },
  {
    summary: 'The test tries no address with a backslash.',
    of: 'redirect-by-url',
    edits: [{ file: 'tests/redirect.test.ts', find: ", '/\\\\evil.example'", replace: '' }],
    fails: [bugs, 'To a browser, it is a slash'],
  },
  {
    summary: 'The test asks for no other status.',
    of: 'redirect-by-url',
    edits: [
      {
        file: 'tests/redirect.test.ts',
        find: "{ to: '/', status: 308 })).status, 308",
        replace: "{ to: '/' })).status, 302",
      },
    ],
    fails: [bugs, 'asks for a status of its own'],
  },
  {
    summary: 'The test expects something wrong.',
    of: 'redirect-by-url',
    edits: [
      {
        file: 'tests/redirect.test.ts',
        find: 'assert.equal(response.status, 302)',
        replace: 'assert.equal(response.status, 301)',
      },
    ],
    fails: [own, 'fails on your own framework'],
  },
  {
    summary: 'The prefix is ignored.',
    of: 'prefix-in-the-router',
    edits: [
      {
        file: 'framework/router.ts',
        find: "this.#prefix = joinPaths('', prefix);",
        replace: "this.#prefix = prefix && '';",
      },
    ],
    fails: [rules, 'Our test of the feature "prefix" fails'],
  },
  {
    summary: 'The test never looks for the old paths.',
    of: 'prefix-in-the-router',
    edits: [{ file: 'tests/prefix.test.ts', find: "'/books': 404, '/books/new': 404, ", replace: '' }],
    fails: [bugs, 'without the prefix'],
  },
  {
    summary: 'The test has no prefix without a slash.',
    of: 'prefix-in-the-router',
    edits: [{ file: 'tests/prefix.test.ts', find: "['/shop', 'shop']", replace: "['/shop']" }],
    fails: [bugs, 'begins with a slash'],
  },
  {
    summary: 'The test looks into the framework: at a field that only this one has.',
    of: 'prefix-in-the-router',
    edits: [
      {
        file: 'tests/prefix.test.ts',
        find: '    const pairs = paths',
        replace: '    assert.match(String(app.constructor), /around, prefix/);\n    const pairs = paths',
      },
    ],
    fails: [other, 'fails on another framework'],
  },
  {
    summary: 'A hook that throws ends the program.',
    of: 'hook-at-the-server',
    edits: [
      {
        file: 'framework/app.ts',
        find: "\n        .catch((error) => this.#log.error('onResponse', { error }));",
        replace: ';',
      },
    ],
    fails: [rules, 'Our test of the feature "hook" fails'],
  },
  {
    summary: 'The report has the whole target, with the query.',
    of: 'hook-at-the-server',
    edits: [{ file: 'framework/app.ts', find: 'parseTarget(url)?.path ?? url', replace: 'url' }],
    fails: [rules, 'Our test of the feature "hook" fails'],
  },
  {
    summary: 'The test has no test.',
    of: 'hook-at-the-server',
    edits: [
      {
        file: 'tests/hook.test.ts',
        find: "test('every response is reported', async (t) => {",
        replace: "test.skip('every response is reported', async (t) => {",
      },
    ],
    fails: [bugs, 'bug 1 of 3'],
  },
] satisfies WrongDesign[];
