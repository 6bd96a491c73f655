import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { Prompt } from './prompt.ts';

/** A terminal on which a person enters these lines, one after each question. */
function terminal(lines: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
    // Every question ends with a colon.
    if (!stripVTControlCharacters(String(chunk)).endsWith(': ')) return;
    const line = lines.shift();
    setImmediate(() => (line === undefined ? input.end() : input.write(line)));
  });
  return { prompt: new Prompt(input, output), shown: () => stripVTControlCharacters(shown).replaceAll('\r', '') };
}

test('questions need a terminal for both input and output', () => {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });
  for (const [input, output] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    assert.equal(new Prompt(stream(input), stream(output)).isPossible, input && output);
  }
});

test('white space around an answer is removed', async () => {
  const { prompt, shown } = terminal(['  shop \n']);
  assert.equal(await prompt.ask({ text: 'Name' }), 'shop');
  assert.equal(shown(), 'Name:   shop \n');
});

test('a question is repeated until the answer is valid', async () => {
  const { prompt, shown } = terminal(['\n', 'Shop\n', 'shop\n']);
  const problem = (answer: string) => (answer === 'Shop' ? 'Use lowercase letters.' : undefined);
  assert.equal(await prompt.ask({ text: 'Name', problem }), 'shop');
  assert.equal(
    shown(),
    'Name: \nEnter a value, or press Ctrl-C to cancel.\nName: Shop\nUse lowercase letters.\nName: shop\n',
  );
});

test('an answer must be one of the choices', async () => {
  const { prompt, shown } = terminal(['json\n', 'api\n']);
  assert.equal(await prompt.ask({ text: 'Template', choices: ['api', 'web'] }), 'api');
  assert.equal(shown(), 'Template (api, web): json\nEnter one of: api, web.\nTemplate (api, web): api\n');
});

test('questions are asked one after the other', async () => {
  const { prompt } = terminal(['one\n', 'two\n']);
  assert.deepEqual([await prompt.ask({ text: 'A' }), await prompt.ask({ text: 'B' })], ['one', 'two']);
});

for (const [how, lines] of Object.entries({ 'the end of the input': [], 'Ctrl-C': ['\u0003'] })) {
  test(`${how} cancels`, async () => {
    const { prompt } = terminal(lines);
    await assert.rejects(prompt.ask({ text: 'Name' }), /^Error: Cancelled. Nothing was written.$/);
  });
}
