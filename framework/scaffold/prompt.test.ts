import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { Prompt } from './prompt.ts';

/** A terminal with a person at it, who types one line after the other. */
function terminal(lines: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
    // Each question ends with a colon; then the next line is typed.
    if (!stripVTControlCharacters(String(chunk)).endsWith(': ')) return;
    const line = lines.shift();
    setImmediate(() => (line === undefined ? input.end() : input.write(line)));
  });
  return { prompt: new Prompt(input, output), shown: () => stripVTControlCharacters(shown).replaceAll('\r', '') };
}

test('nobody is asked where nobody sits', () => {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });
  for (const [input, output] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    assert.equal(new Prompt(stream(input), stream(output)).isPossible, input && output);
  }
});

test('an answer is taken without the space around it', async () => {
  const { prompt, shown } = terminal(['  shop \n']);
  assert.equal(await prompt.ask({ text: 'Name' }), 'shop');
  assert.equal(shown(), 'Name:   shop \n');
});

test('a question is asked until the answer will do', async () => {
  const { prompt, shown } = terminal(['\n', 'Shop\n', 'shop\n']);
  const refuse = (answer: string) => (answer === 'Shop' ? 'Small letters, please.' : undefined);
  assert.equal(await prompt.ask({ text: 'Name', refuse }), 'shop');
  assert.equal(
    shown(),
    'Name: \nPlease type something, or Ctrl-C to leave.\nName: Shop\nSmall letters, please.\nName: shop\n',
  );
});

test('a choice is one of the choices', async () => {
  const { prompt, shown } = terminal(['json\n', 'api\n']);
  assert.equal(await prompt.ask({ text: 'Template', choices: ['api', 'web'] }), 'api');
  assert.equal(shown(), 'Template (api, web): json\nPlease type one of api, web.\nTemplate (api, web): api\n');
});

test('several questions are asked one after the other', async () => {
  const { prompt } = terminal(['one\n', 'two\n']);
  assert.deepEqual([await prompt.ask({ text: 'A' }), await prompt.ask({ text: 'B' })], ['one', 'two']);
});

for (const [how, lines] of Object.entries({ 'the end of the input': [], 'Ctrl-C': ['\u0003'] })) {
  test(`${how} leaves`, async () => {
    const { prompt } = terminal(lines);
    await assert.rejects(prompt.ask({ text: 'Name' }), /^Error: Cancelled. Nothing was written.$/);
  });
}
