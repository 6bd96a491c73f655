import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { terminalProse, wrap } from './prose.ts';

const plain = (markdown: string, width: number) => stripVTControlCharacters(terminalProse(markdown, width));

describe('Markdown for a terminal', () => {
  it('wraps at spaces, and never in the middle of a word', () => {
    const lines = plain('Add the route inside the array that `routes()` returns,\nas a method of the class.', 24);
    assert.equal(lines, 'Add the route inside the\narray that routes()\nreturns, as a method of\nthe class.');
  });

  it('shows code, emphasis and links without their marks', () => {
    assert.equal(
      plain('**Bold**, *soft*, `a ?? b` and [a link](https://example.com/x).', 80),
      'Bold, soft, a ?? b and a link.',
    );
  });

  it('indents code blocks and leaves their lines alone', () => {
    const text = 'Nearly:\n\n```ts\nconst answer = { one: 1, two: 2, three: 3 };\n```\n\nFill it in.';
    assert.equal(plain(text, 20), 'Nearly:\n\n    const answer = { one: 1, two: 2, three: 3 };\n\nFill it in.');
  });

  it('keeps the items of a list apart, and aligns their lines', () => {
    assert.equal(plain('- one two three\n- four\n  five', 11), '- one two\n  three\n- four five');
    assert.equal(plain('1. one two three\n2. four', 11), '1. one two\n   three\n2. four');
  });

  it('a sentence can hang', () =>
    assert.equal(wrap('Likely cause: the route is missing', 20, 2), 'Likely cause: the\n  route is missing'));
});
