import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { wordsOf } from '../verify/console.ts';
import { verifyLinks } from '../verify/links.ts';
import { contains } from '../verify/snippets.ts';
import { allChapters, root } from '../workshop/chapters.ts';
import { fencesOf } from '../workshop/markdown.ts';
import { imageSize } from './image-size.ts';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort();
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

for (const page of pages) {
  const file = join(root, 'docs', page);
  const fences = fencesOf(readFileSync(file, 'utf8'));

  describe(`docs/${page}`, () => {
    test('every link leads somewhere', () => {
      assert.deepEqual(verifyLinks(file), []);
    });

    // The files are compiled with everything else, so the quoted code compiles.
    test('every code block appears, word for word, in the file that it names', () => {
      for (const { language, note, content, line } of fences) {
        if (language !== 'ts') continue;
        assert.notEqual(note, '', `line ${line} names no file. Write one after "ts".`);
        assert.ok(existsSync(join(root, note)), `line ${line} names ${note}, which does not exist`);
        assert.ok(
          contains(textOf(note), content),
          `the block in line ${line} does not appear in ${note} like this:\n${content}`,
        );
      }
    });

    test('every command exists', () => {
      for (const { language, content, line } of fences) {
        if (language !== 'sh') continue;
        for (const command of content.split('\n')) assert.equal(problemOf(command), undefined, `line ${line}`);
      }
    });

    test('the site supports the language of every block', () => {
      const known = ['ts', 'sh', 'text', 'json', 'sql', 'html', 'http', 'diff', 'yaml'];
      for (const { language, line } of fences) assert.ok(known.includes(language), `line ${line}: "${language}"`);
    });
  });
}

describe('docs/reference/api.md', () => {
  const headings = [...textOf('docs/reference/api.md').matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name!);

  test('names everything that is exported, once, and nothing else', () => {
    const entries = [
      'framework/index.ts',
      'framework/observe/index.ts',
      'framework/openapi/index.ts',
      'framework/testing.ts',
    ];
    const exported = entries.flatMap(exportsOf);
    assert.deepEqual([...headings].sort(), exported.sort());
  });

  test('shows a signature for each name', () => {
    const sections = textOf('docs/reference/api.md').split(/^### /m).slice(1);
    for (const section of sections) assert.match(section, /^`\w+`\n\n```ts framework\//);
  });

  test('shows an example of each name, from a file outside the framework', () => {
    const sections = textOf('docs/reference/api.md').split(/^##+ /m);
    const without = headings.filter((name) => {
      const section = sections.find((each) => each.startsWith(`\`${name}\`\n`)) ?? '';
      return !fencesOf(section).some(({ note }) => /^(docs\/examples|solutions|scripts)\//.test(note));
    });
    assert.deepEqual(without, []);
  });
});

/** The names that a module exports, as its users see them. */
function exportsOf(file: string): string[] {
  const text = textOf(file);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names = '']) => names.split(','));
  const declared = [...text.matchAll(/^export (?:async )?(?:function|interface|class|const|type) (\w+)/gm)];
  const listed = lists.map((name) => name.replace(/\btype\b/, '').trim()).filter((name) => name !== '');
  return [...listed, ...declared.map(([, name]) => name!)];
}

/** What is wrong with a command: it names an npm script, a file or a program that doesn't exist. */
function problemOf(command: string): string | undefined {
  const [program = '', ...words] = wordsOf(command.replace(/^[A-Z_]+=\S+ /, ''));
  if (program === 'npm') {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    if (['ci', 'test'].includes(words[0] ?? '')) return undefined;
    return words[0] === 'run' && (words[1] ?? '') in scripts ? undefined : `no such command: ${command}`;
  }
  if (program === 'curl') return undefined;
  if (program === 'node') {
    const file = words.find((word) => /\.(ts|mjs)$/.test(word));
    return file !== undefined && existsSync(join(root, file)) ? undefined : `no such file: ${command}`;
  }
  return `unknown program: ${command}`;
}

test('docs/troubleshooting.md quotes messages that the code prints', () => {
  const code = ['framework', 'scripts', 'solutions/14-keys-and-refresh/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|js)$/.test(name) && !/\.test\.ts$|node_modules|^dist/.test(name))
        .map((name) => textOf(join(folder, name))),
    )
    .join('\n')
    // The code may concatenate a message over several lines.
    .replace(/['`] \+\s+['`]/g, '');
  const headings = [...textOf('docs/troubleshooting.md').matchAll(/^### `+(.+?)`+(?: .*)?$/gm)].map(
    ([, text]) => text!,
  );
  assert.ok(headings.length > 20);
  for (const heading of headings) {
    const error = /^\{"error":"(.+)"\}$/.exec(heading)?.[1];
    // A message of the JavaScript engine, raised before the framework runs. application-examples.test.ts provokes it.
    if (heading.startsWith('Cannot access')) continue;
    // A message of the TypeScript compiler, about marks that a merge leaves in a file.
    if (heading.startsWith('Merge conflict marker')) continue;
    // These messages come from Node's list of status codes.
    if (['Not Found', 'Bad Request', 'Internal Server Error'].includes(error ?? '')) continue;
    for (const part of (error ?? heading).split('…').map((text) => text.replace(/^[\s:.,→]+/, '').trim())) {
      if (part.length > 8) assert.ok(code.includes(part), `"${part}" of "${heading}"`);
    }
  }
});

test('docs/glossary.md is sorted, and every entry names a chapter that uses its term', () => {
  const entries = textOf('docs/glossary.md')
    .split(/^### /m)
    .slice(1)
    .map((entry) => {
      const [term = '', ...lines] = entry.split('\n');
      return { term, chapter: /\.\.\/(chapters\/[^)]+)/.exec(lines.join('\n'))?.[1] ?? '' };
    });
  assert.ok(entries.length > 50);
  const terms = entries.map(({ term }) => term);
  assert.deepEqual(terms, terms.toSorted(new Intl.Collator('en').compare));
  for (const { term, chapter } of entries) {
    const text = textOf(chapter).replace(/\s+/g, ' ').toLowerCase();
    assert.ok(text.includes(term.toLowerCase()), `${chapter} doesn't mention "${term}"`);
  }
});

test('the picture of the terminal ends chapter 01 with the next chapter, as the command does', () => {
  const next = allChapters()[1]!;
  for (const theme of ['dark', 'light']) {
    const picture = textOf(`docs/images/terminal-${theme}.svg`);
    assert.ok(picture.includes(`npm run chapter ${next.number}`), 'npm run pictures makes it again');
    assert.doesNotMatch(picture, /last chapter/);
  }
});

test('the README says how long the chapters take, by what each of them says', () => {
  const minutes = (number: string) => {
    const chapter = allChapters().find((each) => each.number === number)!;
    return Number(/(\d+) minutes/.exec(readFileSync(join(chapter.folder, 'README.md'), 'utf8'))![1]);
  };
  const [, hours, last] = /about (\d+) hours for chapters 01 to (\d\d)/.exec(textOf('README.md'))!;
  const taken = allChapters().filter(({ number }) => number <= last!);
  assert.equal(Number(hours), Math.round(taken.reduce((sum, { number }) => sum + minutes(number), 0) / 60));
});

test('the pictures of the README stay sharp on screens with two pixels for a point', () => {
  const pictures = [...textOf('README.md').matchAll(/(?:src|srcset)="(docs\/images\/[^"]+\.png)"/g)].map(
    ([, file]) => file!,
  );
  assert.equal(pictures.length, 4);
  // GitHub shows a README 830 points wide, and X-ray's pictures have 1.8 pixels for each of them.
  for (const file of pictures) assert.ok(Number(imageSize(join(root, file))?.width) >= 1.8 * 830, file);
});
