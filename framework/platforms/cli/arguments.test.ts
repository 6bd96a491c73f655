import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOptions, includesFlag, parseArguments, UsageError } from './arguments.ts';
import { type Option, optionsOf } from './command.ts';

const options = optionsOf(
  { summary: '', options: { '--name=<name>': '', '--type=plain|resource': '', '--dry-run': '' } },
  'g module',
) as Option[];
const declared = new Map(options.map((option) => [option.name, option]));
const closed = { declared, complete: true };
const open = { declared, complete: false };

const readings: [rule: string, argv: string[], words: string[], options: Record<string, string>][] = [
  ['--name=x and --name x are the same', ['a', '--name=x'], ['a'], { name: 'x' }],
  ['--name x takes the next word', ['a', '--name', 'x', 'b'], ['a', 'b'], { name: 'x' }],
  ['a flag is true and takes no word', ['--dry-run', 'a', 'b'], ['a', 'b'], { 'dry-run': 'true' }],
  ['a flag may be turned off', ['--dry-run=false'], [], { 'dry-run': 'false' }],
  ['options may come first', ['--name', 'x', 'g', 'module'], ['g', 'module'], { name: 'x' }],
  ['-- ends the options', ['a', '--', '--name=x', '-x', '--'], ['a', '--name=x', '-x', '--'], {}],
  ['only the first equals sign counts', ['--name=a=b=c'], [], { name: 'a=b=c' }],
  ['an empty value is a value', ['--name='], [], { name: '' }],
  ['a value may be an empty word', ['--name', ''], [], { name: '' }],
  ['a value may start with one dash', ['--name', '-5'], [], { name: '-5' }],
  ['a value after "=" may start with two dashes', ['--name=--x'], [], { name: '--x' }],
  ['a single dash and negative numbers are words', ['-', '-5', '-.5'], ['-', '-5', '-.5'], {}],
  ['an empty word is a word', ['a', ''], ['a', ''], {}],
];

for (const [rule, argv, words, expected] of readings) {
  test(rule, () => {
    const parsed = parseArguments(argv, closed);
    assert.deepEqual(parsed.words, words);
    assert.deepEqual(Object.fromEntries(parsed.options), expected);
  });
}

const mistakes: [argv: string[], message: string][] = [
  [['--nmae=x'], 'Unknown option --nmae. Did you mean --name?'],
  [['--frobnicate'], 'Unknown option --frobnicate.'],
  [['--dryrun', 'g', 'module'], 'Unknown option --dryrun. Did you mean --dry-run?'],
  [['--name'], '--name needs a value: --name=<name>.'],
  [['--type', '--dry-run'], '--type needs a value: --type=plain|resource.'],
  [['--name', '--', 'x'], '--name needs a value: --name=<name>.'],
  [['--name=a', '--name=b'], '--name was given twice. Use it once.'],
  [
    ['-name=a'],
    'Unknown option -name=a. Options start with two dashes. To pass it as a word, write it after "--". Did you mean --name?',
  ],
  [['-x'], 'Unknown option -x. Options start with two dashes. To pass it as a word, write it after "--".'],
];

for (const [argv, message] of mistakes) {
  test(`rejected: ${argv.join(' ')}`, () => assert.throws(() => parseArguments(argv, closed), new UsageError(message)));
}

test('if a command declares no options, any option is accepted', () => {
  const parsed = parseArguments(['--who', 'Ada', '--loud', '--', 'x'], open);
  assert.deepEqual(Object.fromEntries(parsed.options), { who: 'Ada', loud: 'true' });
  assert.deepEqual(Object.fromEntries(parseArguments(['--loud', '--who=Ada'], open).options), {
    loud: 'true',
    who: 'Ada',
  });
});

test('names like __proto__ are ordinary option names', () => {
  const parsed = parseArguments(['--__proto__=x', '--constructor=y'], open);
  assert.deepEqual(
    [...parsed.options],
    [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ],
  );
});

test('flags count before --, not after it', () => {
  assert.equal(includesFlag(['a', '--help'], '--help', '-h'), true);
  assert.equal(includesFlag(['-h', 'a'], '--help', '-h'), true);
  assert.equal(includesFlag(['a', '--', '--help'], '--help', '-h'), false);
});

const checks: [given: Record<string, string>, message: string][] = [
  [{ nam: 'x' }, '"trellis g module" has no option --nam. Did you mean --name?'],
  [{ type: 'resourc' }, '--type must be plain or resource, not "resourc". Did you mean resource?'],
  [{ type: '' }, '--type must be plain or resource, not "".'],
  [{ 'dry-run': 'maybe' }, '--dry-run must be true or false, not "maybe".'],
];

for (const [given, message] of checks) {
  test(`a command rejects ${JSON.stringify(given)}`, () => {
    const check = () => checkOptions(new Map(Object.entries(given)), options, 'trellis g module');
    assert.throws(check, new UsageError(message));
  });
}

test('a command accepts the options that it declares', () => {
  checkOptions(
    new Map([
      ['name', 'anything'],
      ['type', 'plain'],
      ['dry-run', 'false'],
    ]),
    options,
    'trellis g module',
  );
});

for (const key of ['name', '--', '--name=', '--na me', '--help', '--version=<n>']) {
  test(`declaring the option "${key}" is an error`, () => {
    const declare = () => optionsOf({ summary: '', options: { [key as '--x']: '' } }, '/g/module');
    assert.throws(declare, /^TypeError: \/g\/module: /);
  });
}
