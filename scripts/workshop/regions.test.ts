import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asOf, stepsIn, stepsOfLines, untouched } from './regions.ts';

const source = `import { a } from 'a';
// #region step-2
import { b } from 'b';
// #endregion

class A {
  // #region step-1
  one() {
    return b;
  }
  // #starter
  // // Step 1: one goes here.
  // one() {
  //   return undefined;
  // }
  // #endregion

  // #region step-2
  two() {}
  // #endregion
}
`;

describe('regions', () => {
  it('the solution has neither marks nor the lines of the starter', () => {
    assert.equal(
      asOf(source, Infinity),
      "import { a } from 'a';\nimport { b } from 'b';\n\nclass A {\n  one() {\n    return b;\n  }\n\n  two() {}\n}\n",
    );
  });

  it('each line of the solution has the step that wrote it, or none', () => {
    const none = undefined;
    assert.deepEqual(stepsOfLines(source), [none, 2, none, none, 1, 1, 1, none, 2, none, none]);
  });

  it('the starter is indented like the region, even where the formatter moves its comments into a block', () => {
    const loop =
      '// #region step-1\nfor (const b of all()) {\n  // #starter\n  // for (const b of []) {\n  // #endregion\n  use(b);\n}\n';
    assert.equal(asOf(loop, 0), 'for (const b of []) {\n  use(b);\n}\n');
  });

  it('the starter has the lines after #starter with one comment mark removed, and nothing of the steps', () => {
    assert.equal(
      asOf(source, 0),
      "import { a } from 'a';\n\nclass A {\n  // Step 1: one goes here.\n  one() {\n    return undefined;\n  }\n}\n",
    );
  });

  it('the solution of step 1 has step 1 solved, and step 2 as in the starter', () => {
    assert.equal(asOf(source, 1), "import { a } from 'a';\n\nclass A {\n  one() {\n    return b;\n  }\n}\n");
  });

  it('a region may hold a version for each step', () => {
    const versions = '// #region step-4\nfour();\n// #step-2\n// two();\n// #starter\n// zero();\n// #endregion\n';
    const seen = [0, 1, 2, 3, 4, Infinity].map((step) => asOf(versions, step));
    assert.deepEqual(seen, ['zero();\n', 'zero();\n', 'two();\n', 'two();\n', 'four();\n', 'four();\n']);
    assert.deepEqual([...stepsIn(versions)], [4, 2]);
  });

  it('a file that a step creates does not exist in the starter, and one that a step deletes not in the solution', () => {
    assert.equal(asOf('// #region step-1\nconst a = 1;\n// #endregion\n', 0), '');
    const deleted = '// #region step-1\n// #starter\n// const a = 1;\n// #endregion\n';
    assert.deepEqual([asOf(deleted, 0), asOf(deleted, 1)], ['const a = 1;\n', '']);
  });

  it('lists the steps of a file, and the lines outside of them', () => {
    assert.deepEqual([...stepsIn(source)].sort(), [1, 2]);
    assert.deepEqual(
      untouched(source).filter((line) => line.trim() !== ''),
      ["import { a } from 'a';", 'class A {', '}'],
    );
  });

  const mistakes: [string, RegExp][] = [
    ['// #region step-1\n// #region step-2\n', /Line 2: a #region inside a #region/],
    ['// #starter\n', /Line 1: #starter outside of a #region/],
    ['// #step-1\n', /Line 1: #step-1 outside of a #region/],
    ['// #endregion\n', /Line 1: #endregion without a #region/],
    ['// #region step-1\nx\n', /The #region of step 1 has no #endregion/],
    ['// #region step-1\n// #step-2\n// #endregion\n', /Line 2: #step-2 must be older than the version above it/],
    ['// #region step-1\n// #starter\n// #starter\n', /Line 3: #starter must be older than the version above it/],
    ['// #region stepp-1\n', /Line 1: \/\/ #region stepp-1 is not a mark/],
    [
      '// #region step-1\n// #starter\nconst a = 1;\n// #endregion\n',
      /Line 3: every line of an earlier version starts with/,
    ],
  ];
  for (const [text, message] of mistakes)
    it(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => asOf(text, 0), message));
});
