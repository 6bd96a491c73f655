import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { regionsOf, shown, starter, stepsIn, untouched } from './regions.ts';

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
  it('the shown solution has neither marks nor the lines of the starter', () => {
    assert.equal(
      shown(source),
      "import { a } from 'a';\nimport { b } from 'b';\n\nclass A {\n  one() {\n    return b;\n  }\n\n  two() {}\n}\n",
    );
  });

  it('the starter has what stands behind #starter, one comment mark less, and no trace of the rest', () => {
    assert.equal(
      starter(source),
      "import { a } from 'a';\n\nclass A {\n  // Step 1: one goes here.\n  one() {\n    return undefined;\n  }\n}\n",
    );
  });

  it('a file that only steps bring is empty in the starter', () => {
    assert.equal(starter('// #region step-1\nconst a = 1;\n// #endregion\n'), '');
  });

  it('tells the steps of a file, their lines, and the lines of none', () => {
    assert.deepEqual([...stepsIn(source)].sort(), [1, 2]);
    assert.deepEqual(regionsOf(source, 2), ["import { b } from 'b';", '  two() {}']);
    assert.deepEqual(
      untouched(source).filter((line) => line.trim() !== ''),
      ["import { a } from 'a';", 'class A {', '}'],
    );
  });

  const mistakes: [string, RegExp][] = [
    ['// #region step-1\n// #region step-2\n', /Line 2: a #region inside a #region/],
    ['// #starter\n', /Line 1: #starter outside of a #region/],
    ['// #endregion\n', /Line 1: #endregion without a #region/],
    ['// #region step-1\nx\n', /The #region of step 1 has no #endregion/],
    ['// #region stepp-1\n', /Line 1: \/\/ #region stepp-1 is no mark/],
    [
      '// #region step-1\n// #starter\nconst a = 1;\n// #endregion\n',
      /Line 3: between #starter and #endregion every line starts/,
    ],
  ];
  for (const [text, message] of mistakes)
    it(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => shown(text), message));
});
