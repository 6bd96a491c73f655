import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Controller, command, module, type Route } from '../../index.ts';
import { type Outcome, runCommand } from '../../testing.ts';

const nothing = () => undefined;

class ToolController implements Controller {
  routes(): Route[] {
    return [
      {
        path: 'chapter/:number',
        handler: command(nothing, {
          summary: 'Run a chapter',
          options: { '--port=<port>': 'the port, 3000 by default' },
        }),
      },
      { path: 'say/*', handler: nothing },
      {
        path: 'g',
        children: [
          {
            path: 'module',
            handler: command(nothing, {
              summary: 'Add a module',
              options: {
                '--name=<name>': 'what it is called',
                '--type=plain|resource': 'what is in it',
                '--dry-run': 'write nothing',
              },
              examples: ['g module --name=posts'],
            }),
          },
          { path: 'part', handler: command(nothing, { summary: 'Add a part' }) },
        ],
      },
      { path: 'db', handler: command(nothing, { summary: 'Show the database' }) },
      { path: 'db/migrate', handler: command(nothing, { summary: 'Bring the database up to date' }) },
    ];
  }
}

const Tool = module('Tool', { declarations: [ToolController] });

function run(line: string): Promise<Outcome> {
  const argv = line === '' ? [] : line.split(' ');
  return runCommand(Tool, argv, { name: 'tool', version: '1.2.3', summary: 'Does this and that.' });
}

const top = `Does this and that.

Usage: tool <command> [options]

Commands:
  chapter <number>   Run a chapter
  say [words...]
  g module           Add a module
  g part             Add a part
  db                 Show the database
  db migrate         Bring the database up to date

Run "tool <command> --help" for the options of a command.
`;

const group = `Usage: tool g <command> [options]

Commands:
  g module   Add a module
  g part     Add a part

Run "tool g <command> --help" for the options of a command.
`;

const moduleHelp = `Add a module

Usage: tool g module [options]

Options:
  --name=<name>           what it is called
  --type=plain|resource   what is in it
  --dry-run               write nothing
  --help                  print this help

Examples:
  tool g module --name=posts
`;

const chapterHelp = `Run a chapter

Usage: tool chapter <number> [options]

Options:
  --port=<port>   the port, 3000 by default
  --help          print this help
`;

const helps: [line: string, text: string][] = [
  ['', top],
  ['--help', top],
  ['-h', top],
  ['help', top],
  ['wrong --help', top],
  ['--wrong --help', top],
  ['g --help', group],
  ['help g', group],
  ['g wrong --help', group],
  ['g module --help', moduleHelp],
  ['--help g module', moduleHelp],
  ['g module --name posts --help', moduleHelp],
  ['g module --name --help', moduleHelp],
  ['g module --wrong -h', moduleHelp],
  ['help g module', moduleHelp],
  ['chapter --help', chapterHelp],
  ['chapter 05 --help', chapterHelp],
  ['say --help', 'Usage: tool say [words...] [options]\n\nOptions:\n  --help   print this help\n'],
  ['g part --help', 'Add a part\n\nUsage: tool g part\n\nOptions:\n  --help   print this help\n'],
  ['--version', 'tool 1.2.3\n'],
];

for (const [line, stdout] of helps) {
  test(`help on request, exit 0: tool ${line}`, async () =>
    assert.deepEqual(await run(line), { code: 0, stdout, stderr: '' }));
}

test('a command that is also a group lists itself first', async () => {
  const { stdout } = await run('db --help');
  assert.match(
    stdout,
    /^Show the database\n\nUsage: tool db <command>.*\n\nCommands:\n {2}db .*\n {2}db migrate .*\n\n/,
  );
});

const seeTool = 'See "tool --help".\n';
const mistakes: [line: string, stderr: string][] = [
  ['g', group],
  ['wrong', `Unknown command "tool wrong".\n${seeTool}`],
  ['chaptr 05', `Unknown command "tool chaptr". Did you mean "tool chapter"?\n${seeTool}`],
  ['module', `Unknown command "tool module". Did you mean "tool g module"?\n${seeTool}`],
  ['g modul', 'Unknown command "tool g modul". Did you mean "tool g module"?\nSee "tool g --help".\n'],
  ['db migrat', 'Unknown command "tool db migrat". Did you mean "tool db migrate"?\nSee "tool db --help".\n'],
  ['chapter', '"tool chapter" needs <number>.\nSee "tool chapter --help".\n'],
  ['chapter 05 06', 'Unexpected word "06" after "tool chapter 05".\nSee "tool chapter 05 --help".\n'],
  ['g module --nmae=x', '"tool g module" has no option --nmae. Did you mean --name?\nSee "tool g module --help".\n'],
  ['g module --port=1', '"tool g module" has no option --port.\nSee "tool g module --help".\n'],
  ['g part --name=x', '"tool g part" has no option --name.\nSee "tool g part --help".\n'],
  [
    'g module --type=plan',
    '--type must be plain or resource, not "plan". Did you mean plain?\nSee "tool g module --help".\n',
  ],
  ['g module --name', `--name needs a value: --name=<name>.\nSee "tool g module --help".\n`],
];

for (const [line, stderr] of mistakes) {
  test(`wrong usage, exit 2: tool ${line}`, async () =>
    assert.deepEqual(await run(line), { code: 2, stdout: '', stderr }));
}

test('a command without a description accepts any option', async () => {
  assert.deepEqual(await run('say hello --loud --to=Ada'), { code: 0, stdout: '', stderr: '' });
});

test('a parameter is never empty', async () => {
  const outcome = await runCommand(Tool, ['chapter', ''], { name: 'tool' });
  assert.equal(outcome.stderr, '"tool chapter" needs <number>.\nSee "tool chapter --help".\n');
});

test('if every command declares its options, an unknown option is reported before an unknown word', async () => {
  class Closed implements Controller {
    routes = (): Route[] => [
      { path: 'g', handler: command(nothing, { summary: 'Go', options: { '--dry-run': 'write nothing' } }) },
    ];
  }
  const outcome = await runCommand(module('Closed', { declarations: [Closed] }), ['--dryrun', 'g'], { name: 'tool' });
  assert.equal(outcome.stderr, `Unknown option --dryrun. Did you mean --dry-run?\nSee "tool g --help".\n`);
});
