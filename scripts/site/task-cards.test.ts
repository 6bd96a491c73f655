import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allChapters } from '../workshop/chapters.ts';
import { Content } from './content.ts';
import { Highlighter } from './highlighter.ts';
import { renderMarkdown } from './markdown.ts';
import { repositoryWithChapter } from './repository.fixture.ts';
import { taskFiles } from './task-view.ts';

const card = (step: number, title: string, isLast: boolean) => ({
  open: `[${step} ${title}]`,
  check: '',
  close: isLast ? '[/last]' : '[/]',
});
const rendered = async (text: string, task: typeof card | undefined = card) =>
  (await renderMarkdown(text, { highlighter: new Highlighter(), resolve: () => undefined, task })).markup;

test('a card holds the task and what its check does, with its list, and nothing else', async () => {
  const text =
    '## Step 2: Say it\n\nWhy.\n\n**Your task**\n\n1. Do it.\n\n**The check** sends:\n\n- one\n\nAnd then.\n';
  assert.match(
    await rendered(text),
    /Why\.<\/p>\n\[2 Your task\]<ol>\n<li>Do it\.<\/li>\n<\/ol>\n<div class="task-check"><p><strong>The check<\/strong> sends:<\/p>\n<ul>\n<li>one<\/li>\n<\/ul>\n<\/div>\[\/last\]<p>And then\.<\/p>/,
  );
});

test('a task in the same paragraph loses its label; of two tasks in a step, the last one is checked', async () => {
  const text = '## Step 1: A\n\n**Your task.** Do it.\n\nMore.\n\n**Your task, part 2: fix it**\n\nB.\n\n**Try it**\n';
  assert.match(
    await rendered(text),
    /\[1 Your task\]<p>Do it\.<\/p>\n<p>More\.<\/p>\n\[\/\]\[1 Your task, part 2: fix it\]<p>B\.<\/p>\n\[\/last\]<p><strong>Try it/,
  );
});

test('every step of every chapter has a card with a check in it', async () => {
  const content = new Content();
  // The sections of a graded chapter come without a task: the specification is the task.
  for (const { slug, steps } of allChapters().filter(({ unit }) => unit === 'step')) {
    const tokens = (await rendered(content.textOf(content.ofChapter(slug)).replace(/^```.*?^```$/gms, ''))).matchAll(
      /\[(\d+) Your task[^\]]*\]|class="task-check"|\[\/last\]/g,
    );
    const found = [...tokens].map(([whole, step]) => step ?? whole.slice(0, 5)).join(' ');
    const wanted = new RegExp(steps.map(({ number }) => `(${number} )+class \\[/las`).join(' '));
    assert.match(`${found}`, wanted, slug);
  }
});

test('a fragment is coloured as in its file, and a method without its class is one', async () => {
  const highlighter = new Highlighter();
  const file = 'class Posts {\n  handle(ctx: Context) {\n    return ctx;\n  }\n}';
  const cut = await highlighter.highlight('  handle(ctx: Context) {\n// …\n}', 'ts', { within: [file] });
  const whole = (await highlighter.highlight(file, 'ts')).split('\n');
  assert.equal(cut.split('\n')[0], whole[1]);
  assert.equal((await highlighter.highlight('  handle(ctx: Context) {', 'ts')).split('\n')[0], whole[1]);
});

test('a hunk that begins inside a template string is coloured as in its file', async () => {
  const highlighter = new Highlighter();
  const before = 'class Posts {\n  all() {\n    return sql`\n      select id\n      from posts\n    `;\n  }\n}';
  const after = before.replace('from posts', 'from posts\n      where id = ${one(id)}').replace('all()', 'one(id)');
  const patch = `Line 2
-  all() {
+  one(id) {
Line 4
       select id
       from posts
+      where id = \${one(id)}
     \`;
   }`;
  const lines = (await highlighter.highlight(patch, 'diff', { within: [before, after] })).split('\n');
  const codeOf = (markup: string) => markup.replace(/^<span class="[^"]+">/, '');
  const whole = (await highlighter.highlight(after, 'ts')).split('\n').map(codeOf);
  assert.deepEqual(
    [2, 4, 5, 6, 7, 8].map((index) => codeOf(lines[index]!).slice(1)),
    [1, 3, 4, 5, 6, 7].map((index) => whole[index]),
  );
});

test('signatures follow each other: what is left out between them are their bodies', async () => {
  const highlighter = new Highlighter();
  const file =
    'class Box {\n  size = 1;\n\n  open(): void {\n    run();\n  }\n\n  close(): void {\n    stop();\n  }\n}';
  const read = async (text: string) =>
    (await highlighter.highlight(text, 'ts', { within: [file] })).replace(/<[^>]+>/g, '');
  assert.equal(await read('  open(): void\n// …\n  close(): void'), '  open(): void\n  close(): void');
  assert.equal(await read('  size = 1;\n// …\n  close(): void'), '  size = 1;\n// …\n  close(): void');
});

test('a task links the files that it names; without any, the files of the classes that it names', (t) => {
  const { chapter, remove } = repositoryWithChapter();
  t.after(remove);
  const readme = `## Step 1: A

**Your task.** Edit \`src/main.ts\` and \`src/nothing.ts\`.

**The check** looks.

## Step 2: B

**Your task.** Add a route to \`HelloController\`.

**The check** looks at \`AppModule\`.

## Step 3: C

**Your task.** Add a \`Nothing\`.

**The check** looks.
`;
  const files = taskFiles(chapter, readme);
  assert.deepEqual(files.get(1), ['src/main.ts']);
  assert.deepEqual(files.get(2), ['src/hello.controller.ts']);
  assert.deepEqual(files.get(3), ['src/hello.controller.ts'], 'the file that the solution of the step changes');
});
