import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { createApp } from './app.ts';
import { parseTag } from './dto/rules.ts';
import { cli } from './platforms/cli/cli.ts';
import { methods } from './routing/route.ts';
import { ScaffoldModule } from './scaffold/scaffold.module.ts';

const page = new URL('../docs/reference/spec-map.md', import.meta.url);

/** Every name of the specification that must have its row on the page. */
const contract = [
  'Param(name)',
  'Query(name)',
  'QueryDefault(name, default)',
  'Header(name)',
  'Cookie(name)',
  'Bind(&dto)',
  'Set(key, value)',
  'SetValue(key, value)',
  'Get(key)',
  'Status(n).JSON(v)',
  'Status(n).Send(text)',
  'Request().Params()',
  'Request().Queries()',
  'Request().Headers()',
  'Request().Body()',
  'Response().SetHeader(name, value)',
  ...['Method', 'Path', 'Handler', 'Middlewares', 'Children', 'Routes()', 'Handle(ctx, next)', 'next()'],
  ...['Index', 'Show', 'Create', 'Update', 'Delete', methods.join(', ')],
  ...['Imports', 'Exports', 'Declarations', 'OnStart()', 'types.Log', 'cache', 'key-value', 'database'],
  ...['API', 'web', 'CLI', '_status', 'required', 'email', 'min=<n>'],
  'app --name=<name> --template=api',
  'g module --name=<name> --type=plain',
  'g module --name=<name> --type=resource',
];

interface Row {
  readonly contract: string;
  /** The names in the middle column, without their backticks. */
  readonly names: string[];
  /** The content of the file that the right column links to. */
  readonly source: string;
  readonly file: URL;
}

function rowsOf(markdown: string): Row[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Specification'));
  return rows.map((line) => {
    const [contract = '', ours = '', place = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const link = /^\[(.+)\]\((.+)\)$/.exec(place);
    assert.ok(link, `no link at the end of: ${line}`);
    assert.ok(link[2]?.endsWith(`/framework/${link[1]}`), `the link says ${link[1]} and goes to ${link[2]}`);
    const file = new URL(link[2] as string, page);
    const names = [...ours.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
    assert.ok(names.length > 0, `no name in: ${line}`);
    return { contract, names, source: readFileSync(file, 'utf8'), file };
  });
}

/** Fails unless the source defines the name as a class, a member, a function, a tag, a command or a variable. */
async function assertExists(name: string, { source, file }: Row): Promise<void> {
  if (name.startsWith('process.env.')) return assert.ok(source.includes(name), `${name} is not read there`);
  if (name.startsWith('@field(')) return void parseTag(name.slice(8, -2));
  if (name.startsWith('trellis ')) return assertCommand(name, source);
  const call = /^(?:(\w+(?:\.\w+\([^)]*\))*|ctx\.request|ctx\.response)\.)?(\w+)(?:\(([^)]*)\))?$/.exec(name);
  assert.ok(call, `${name} cannot be read`);
  const [, owner, member = '', parameters] = call;
  if (owner === undefined) return assertExported(member, parameters, source, file);
  const members = bodyOf(classNames[owner.replace(/\.\w+\(.*/, '')] ?? owner, source);
  // Calls before the last one return the context: `ctx.status(status).json(value)`.
  for (const [, inner, given] of owner.matchAll(/\.(\w+)\(([^)]*)\)/g)) assertMember(inner as string, given, members);
  assertMember(member, parameters, members);
}

const classNames: Record<string, string> = {
  ctx: 'Context',
  'ctx.request': 'IncomingRequest',
  'ctx.response': 'OutgoingResponse',
};

/** The code between the braces of an exported class or interface. */
function bodyOf(owner: string, source: string): string {
  const body = new RegExp(`^export (?:abstract )?(?:class|interface) ${owner}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(
    source,
  );
  assert.ok(body, `no class or interface ${owner} is exported there`);
  return body[1] as string;
}

function assertMember(member: string, parameters: string | undefined, body: string): void {
  const found = new RegExp(`^  (?:readonly |async |abstract |get )*${member}(?:<[^(]*>)?[?!]?(\\(|:| =)`, 'm').exec(
    body,
  );
  assert.ok(found, `no member ${member} there`);
  if (parameters === undefined) return;
  assert.ok(found[1] === '(' && !found[0].includes('get '), `${member} is read, not called`);
  assert.equal(parametersOf(body.slice(found.index + found[0].length)), parameters);
}

async function assertExported(name: string, parameters: string | undefined, source: string, file: URL): Promise<void> {
  const found = new RegExp(
    `^export (?:abstract )?(?:class|interface|type|function|const) ${name}\\b(?:<[^(]*>)?(\\()?`,
    'm',
  ).exec(source);
  assert.ok(found, `${name} is not exported there`);
  if (parameters === undefined) return;
  const exported = (await import(file.href)) as Record<string, unknown>;
  assert.equal(typeof exported[name], 'function');
  assert.equal(parametersOf(source.slice(found.index + found[0].length)), parameters);
}

/** `name: string, { a = 1 }: Options = {}) …` → `name, options?`: a destructured object is called `options`. */
function parametersOf(text: string): string {
  let depth = 0;
  const names: string[] = [''];
  for (const character of text) {
    if ('([{<'.includes(character)) depth++;
    if (depth === 0 && character === ')') break;
    if (')]}>'.includes(character)) depth--;
    if (depth === 0 && character === ',') names.push('');
    else names[names.length - 1] += character;
  }
  return names
    .filter((parameter) => parameter.trim() !== '')
    .map((parameter) => {
      const name = /^\s*(\w+)/.exec(parameter)?.[1] ?? 'options';
      return /^\s*\w+\?|=(?!>)/.test(parameter) ? `${name}?` : name;
    })
    .join(', ');
}

function assertCommand(line: string, source: string): void {
  const words = line.split(' ').slice(1);
  const path = words.filter((word) => !word.startsWith('--')).join('/');
  const commands = createApp(ScaffoldModule, { platform: cli() }).routes();
  assert.ok(
    commands.some((command) => command.path.replace(/^\//, '') === path),
    `no command ${path}`,
  );
  for (const option of words.filter((word) => word.startsWith('--'))) {
    const [name, value = ''] = option.split('=');
    const declared = new RegExp(`'${name}=([^']+)'`).exec(source)?.[1];
    assert.ok(declared, `no option ${name}`);
    assert.ok(declared.split('|').includes(value), `${name} takes ${declared}, not ${value}`);
  }
}

const rows = rowsOf(readFileSync(page, 'utf8'));

for (const row of rows) {
  for (const name of row.names) {
    test(`spec-map.md: ${row.contract} → ${name}`, () => assertExists(name, row));
  }
}

test('spec-map.md: every name of the specification has its row', () => {
  for (const word of contract) {
    assert.ok(
      rows.some((row) => row.contract.includes(word)),
      `no line for ${word}`,
    );
  }
});

test('spec-map.md: what does not exist is found', async () => {
  const row = rows.find(({ names }) => names.includes('ctx.param(name)')) as Row;
  const route = rows.find(({ names }) => names.includes('Route.method')) as Row;
  const field = rows.find(({ names }) => names.includes("@field('email')")) as Row;
  const command = rows.find(({ names }) => names.some((name) => name.startsWith('trellis app'))) as Row;
  for (const [wrong, at] of [
    ['ctx.params(name)', row],
    ['ctx.param(key)', row],
    ['ctx.param(name, fallback)', row],
    ['ctx.signal()', row],
    ['ctx.state(status).json(value)', row],
    ['ctx.status(status).html(value)', row],
    ['Ctx.param(name)', row],
    ['Route.name', route],
    ['Router.path', route],
    ['Middleware', row],
    ['routes()', route],
    ["@field('e-mail')", field],
    ['process.env.SECRET', row],
    ['trellis apps --name=<name>', command],
    ['trellis app --title=<name>', command],
    ['trellis app --name=<name> --template=desktop', command],
  ] as const) {
    await assert.rejects(async () => assertExists(wrong, at), `${wrong} passed`);
  }
});
