import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { skipByTurns } from '../../framework/fixtures/slow.ts';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { type Files, solutionOf, starterOf, writeFiles } from '../workshop/starters.ts';
import { copyOfChapter01, testFolder } from '../workshop/test-folder.fixture.ts';
import { verifyAttacks } from './attacks.ts';
import { verifyForm } from './chapter.ts';
import { compare, verifyConsole, wordsOf } from './console.ts';
import { verifyExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';
import { verifyFreedom } from './freedom.ts';
import { verifyLinks } from './links.ts';
import { verifyNames } from './names.ts';
import { verifyPredictions } from './predictions.ts';
import { contains, verifySnippets } from './snippets.ts';
import { verifyContinuity, verifyGenerated, verifyRegions } from './starters.ts';
import { verifyTargets } from './targets.ts';
import { type Verdict, verifyChapters } from './verify.ts';

/** Every rule of `verify` is broken once, in a copy of chapter 01, and must be named. */
describe('verify', { skip: skipByTurns(import.meta.filename) }, () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;

  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
    // Generate the starter again: the copy contains the learner's own, perhaps unfinished, code.
    writeStarter(chapter);
  });
  afterEach(() => folder.remove());

  const readme = () => join(chapter.folder, 'README.md');
  const edit = (file: string, find: string, replace: string) => {
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(find), `${file} has no "${find}"`);
    writeFileSync(
      file,
      text.replace(find, () => replace),
    );
    chapter = allChapters(folder.path)[0]!;
  };

  const keepMistakes = (...names: string[]) => {
    const wrong = join(chapter.solution, '..', 'wrong');
    for (const name of readdirSync(wrong)) if (!names.includes(name)) rmSync(join(wrong, name), { recursive: true });
  };

  it('a starter for other designs has nothing done, and each design passes', async () => {
    const solution = join(chapter.solution, '..');
    const write = (name: string, files: Files) => writeFiles(join(solution, name), files);
    const problems = async () => (await verifyFreedom(chapter)).map(({ problem }) => problem);
    assert.deepEqual(await problems(), []);
    write('designs/ours', solutionOf(chapter));
    assert.deepEqual(await problems(), ['there are designs, but no starter `free`.']);
    write('free', starterOf(chapter));
    write('designs/unfinished', starterOf(chapter));
    const found = await problems();
    assert.ok(found.length > 0);
    for (const problem of found) assert.match(problem, /^unfinished: ".*" refuses it: /);
    rmSync(join(solution, 'designs'), { recursive: true });
    write('free', solutionOf(chapter));
    const done = chapter.steps.map(
      ({ number }) => `the starter: step ${number} passes, and nothing has been written yet.`,
    );
    assert.deepEqual(await problems(), ["there is a starter for designs of one's own, and not one design.", ...done]);
  });

  it('looks at a chapter with findings once more, alone, and only what is found then counts', async () => {
    const seen = new Map<Chapter, number>();
    const [steady, unsteady, ...others] = Array.from({ length: 5 }, () => ({ ...chapter }));
    const wrong = (of: Chapter[]) => async (one: Chapter) => {
      const times = (seen.get(one) ?? 0) + 1;
      seen.set(one, times);
      const isFound = of.includes(one) && (one !== unsteady || times === 1);
      return isFound ? [{ place: 'README.md:1', problem: `wrong ${times}` }] : [];
    };
    const verdicts = async (of: Chapter[]) => {
      seen.clear();
      const found: [Chapter, Finding][] = [];
      const report = (verdict: Verdict) =>
        found.push(...verdict.findings.map((one) => [verdict.chapter, one] as [Chapter, Finding]));
      await verifyChapters([steady!, unsteady!, ...others], report, false, wrong(of));
      return found.map(([one, { problem, isNote = false }]) => [
        one === unsteady ? 'unsteady' : 'steady',
        problem,
        isNote,
      ]);
    };
    assert.deepEqual(await verdicts([steady!, unsteady!]), [
      ['steady', 'wrong 2', false],
      ['unsteady', 'found beside other chapters, and not alone: wrong 1', true],
    ]);
    const many = await verdicts([steady!, unsteady!, ...others]);
    assert.deepEqual(
      many.map(([, problem]) => problem),
      Array(5).fill('wrong 1'),
    );
  });

  it('finds no problem in a valid chapter', async () => {
    const text = readFileSync(readme(), 'utf8');
    const findings = [
      ...(await verifyForm(chapter)),
      ...verifyGenerated(chapter),
      ...verifyRegions(chapter),
      ...verifySnippets(chapter, text),
      ...verifyNames(chapter, readme()),
      ...(await verifyConsole(chapter, text)),
    ];
    assert.deepEqual(findings, []);
  });

  it('names a question whose answer is none of its options, or that cannot be read', async () => {
    const question = (options: string, decides = 'status') =>
      `\`\`\`predict\nWhich status?\n\nGET /hello\n\n${options}\n\nThe trace decides: ${decides}\n\`\`\`\n`;
    const text = [
      question('( ) 200\n( ) 204'),
      question('( ) 404\n( ) 204'),
      question('( ) 200\n( ) 200'),
      question('( ) a\n( ) b', 'the weather'),
    ].join('\n');
    const findings = await verifyPredictions(chapter, text);
    assert.deepEqual(
      findings.map(({ place }) => Number(place.split(':').at(-1))),
      [12, 23, 34],
      'the first one is as it should be',
    );
    assertNamed(findings.slice(0, 1), /the trace says "200", which appears 0 times among the options/);
    assertNamed(findings.slice(1, 2), /appears 2 times/);
    assertNamed(findings.slice(2), /it cannot be asked: No trace can decide "the weather"/);
    assertNamed(await verifyPredictions(chapter, question('( ) 200')), /it needs at least two options/);
  });

  it('names a stale starter and a stale solution', () => {
    const stale = /^hello\.controller\.ts differs\. It is generated: edit .*\/source, then run npm run starters$/;
    for (const folder of [chapter.src, chapter.solution]) {
      const file = join(folder, 'hello.controller.ts');
      const text = readFileSync(file, 'utf8');
      appendFileSync(file, '// more\n');
      assertNamed(verifyGenerated(chapter), stale);
      writeFileSync(file, text);
    }
    assert.deepEqual(verifyGenerated(chapter), []);
  });

  it('names a region of a step that does not exist', () => {
    edit(join(chapter.sources.at(-1)!, 'hello.controller.ts'), '#region step-4', '#region step-9');
    assertNamed(verifyRegions(chapter), /a region is for step 9, which the README does not have/);
  });

  it('names a step that changes no code', () => {
    edit(readme(), '## Under the hood', '## Step 5: Rest\n\n## Under the hood');
    assertNamed(verifyRegions(chapter), /no region belongs to step 5/);
  });

  it('names a missing hint, a missing section, a wrong number and too few mistakes', async () => {
    edit(join(chapter.folder, 'hints.md'), '### Nearly the code', '#### Nearly the code');
    edit(readme(), '## Recap', '## Summary');
    edit(readme(), '## Step 2:', '## Step 7:');
    keepMistakes('says-something', 'reading-counts');
    const findings = await verifyForm(chapter);
    assertNamed(findings, /hints\.md has 2 hints for step 1; it needs 3/);
    assertNamed(findings, /no section "## Recap"/);
    assertNamed(findings, /found step 7 where step 2 is expected/);
    assertNamed(findings, /there are 2 known mistakes; at least 3 are required/);
  });

  it('names a snippet that was changed by a word', () => {
    edit(readme(), "return { motto: 'Write every day' };", "return { motto: 'Read every day' };");
    const findings = verifySnippets(chapter, readFileSync(readme(), 'utf8'));
    assertNamed(findings, /the snippet does not occur in examples\/motto\.controller\.ts like this/);
  });

  it('names a snippet without a file, and a file that does not exist', () => {
    edit(readme(), '```ts framework/routing/route.ts', '```ts framework/routing/rout.ts');
    edit(readme(), '```ts examples/motto.controller.ts', '```ts');
    const findings = verifySnippets(chapter, readFileSync(readme(), 'utf8'));
    assertNamed(findings, /the fence names framework\/routing\/rout\.ts, which does not exist/);
    assertNamed(findings, /a ts fence without a file/);
  });

  it('names a step that explain.md leaves out, one that does not exist, and a word that is not in the code', async () => {
    const file = join(chapter.folder, 'explain.md');
    const sections = [1, 2, 3].map((step) => `## Step ${step}\n\nWe call \`routes()\`, not \`undefined\`.\n`);
    writeFileSync(file, sections.join('\n'));
    assert.deepEqual(
      (await verifyExplanations(chapter)).map(({ problem }) => problem),
      ['step 4 is not explained.'],
    );
    writeFileSync(file, [...sections, '## Step 4\n\n`rutes()`\n', '## Step 5\n\nNo.\n'].join('\n'));
    assert.deepEqual(
      (await verifyExplanations(chapter)).map(({ problem }) => problem),
      [
        'it explains step 5, which the README does not have.',
        'step 4: `rutes()` names "rutes", which neither the step nor the framework has.',
      ],
    );
  });

  it('names a step whose own version does not pass its checks', async () => {
    const sections = chapter.steps.map(({ number }) => `## Step ${number}\n\nAs it is.\n`);
    writeFileSync(join(chapter.folder, 'explain.md'), sections.join('\n'));
    const source = join(chapter.sources.at(-1)!, 'hello.controller.ts');
    // The handler of step 2 comes too late, with step 4: the solution as a whole still passes.
    edit(source, '// #region step-2\n  tags()', '// #region step-4\n  tags()');
    assertNamed(
      await verifyExplanations(chapter),
      /^with the steps up to 2 solved, "GET \/hello .*" fails: TypeError: HelloController → GET \/tags: the handler is undefined/,
    );
  });

  it('names an attack that the starter blocks, that the solution does not block, or whose step does not exist', async () => {
    const folder = join(chapter.folder, 'attacks');
    const write = (name: string, step: number, body: string) =>
      writeFiles(join(folder, '..', 'attacks'), new Map([[`${name}.ts`, attackText(name, step, body)]]));
    const visits = "(await target.client('Attacker').get('/visits')).status === 200 ? 'blocked' : 'succeeded'";
    write('fine', 3, visits);
    assert.deepEqual(await verifyAttacks(chapter), []);
    write('early', 4, visits);
    assertNamed(
      await verifyAttacks(chapter),
      /^the solution of step 3 blocks it, although no step has stopped it yet:\nAttacker: GET \/visits … {2}200$/,
    );
    write('open', 3, "'succeeded'");
    assertNamed(await verifyAttacks(chapter), /^the solution does not block it:/);
    write('lost', 9, "'succeeded'");
    assertNamed(await verifyAttacks(chapter), /^it names step 9, which the README does not have/);
  });

  it('runs an attack whose output the README shows', async () => {
    const text = attackText('wave', 1, "(say('They wave.'), 'blocked')");
    writeFiles(join(chapter.folder, 'attacks'), new Map([['wave.ts', text]]));
    const shown = (verdict: string) =>
      `\`\`\`sh\nnpm run chapter 01       # in one terminal\nnpm run attack 01 wave   # in another\n\`\`\`\n\n\`\`\`text\nThey wave.\n\nThe attack ${verdict}\n\`\`\`\n`;
    assert.deepEqual(await verifyConsole(chapter, shown('was BLOCKED.')), []);
    assertNamed(
      await verifyConsole(chapter, shown('SUCCEEDED.')),
      /the output is different:\n+They wave\.\nThe attack was BLOCKED\./,
    );
  });

  it('names a dead link and a dead anchor', () => {
    edit(readme(), '## Recap', '[gone](../../framework/gone.ts) and [there](#no-such-heading)\n\n## Recap');
    const findings = verifyLinks(readme());
    assertNamed(findings, /the link \.\.\/\.\.\/framework\/gone\.ts leads nowhere/);
    assertNamed(findings, /no heading for #no-such-heading/);
  });

  it('names a command, a path and a name that do not exist', () => {
    edit(
      readme(),
      '## Recap',
      '`npm run chaptr 01`, `src/gone.ts`, `NoSuchController` and `ctx.parm(name)`\n\n## Recap',
    );
    const findings = verifyNames(chapter, readme());
    assertNamed(findings, /"npm run chaptr" is not a command of this repository/);
    assertNamed(findings, /the path src\/gone\.ts does not exist/);
    assertNamed(findings, /`NoSuchController` occurs neither/);
    assertNamed(findings, /the context has no parm/);
  });

  it('names an output that is not true', async () => {
    edit(readme(), '{"visits":1}\n```', '{"visits":2}\n```');
    assertNamed(
      await verifyConsole(chapter, readFileSync(readme(), 'utf8')),
      /the output is different:\n\{"visits":0\}\n\{"visits":1\}/,
    );
  });

  describe('outside of its steps, a starter is the solution of the chapter before', () => {
    const before = 'export const a = 1;\nexport const b = 2;\n';
    const source =
      'export const a = 1;\n// #region step-1\nstep();\n// #starter\n// // Step 1\n// #endregion\nexport const b = 2;\n';
    const problems = (text: string, section = '') => {
      const base = join(folder.path, 'solutions', '00-before', 'source');
      writeFiles(base, new Map([['a.ts', before]]));
      writeFiles(chapter.sources.at(-1)!, new Map([['a.ts', text]]));
      chapter = allChapters(folder.path)[0]!;
      const found = verifyContinuity(chapter, `## What has changed\n\n${section}\n\n## Step 1: x\n`);
      return found.map(({ problem }) => problem);
    };
    const diff = (lines: string) => `\`\`\`diff src/a.ts\n${lines}\n\`\`\``;

    it('regions may add lines', () => assert.deepEqual(problems(source), []));

    it('any other changed line must be in a diff, even if the file is named', () => {
      const stray = `${source}export const stray = 3;\n`;
      const [problem = ''] = problems(stray, 'See `a.ts`.');
      assert.match(problem, /^a\.ts changes outside of the steps, and the diffs .* don't show these lines:\n/);
      assert.ok(problem.endsWith(diff('+export const stray = 3;')), problem);
      assert.deepEqual(problems(stray, diff('+export const stray = 3;')), []);
      assert.equal(problems(`${stray}export const more = 4;\n`, diff('+export const stray = 3;')).length, 1);
    });

    it('so must a line that is lost', () => {
      const lost = source.replace('export const b = 2;\n', '');
      assert.ok(problems(lost)[0]?.endsWith(diff('-export const b = 2;')));
      assert.deepEqual(problems(lost, diff('-export const b = 2;')), []);
    });

    it('a file that is new or deleted must be named, and an unchanged file does not belong in the source', () => {
      assert.match(problems('')[0] ?? '', /^a\.ts is deleted, and "## What has changed" does not name it/);
      assert.deepEqual(problems('', '`a.ts` is gone.'), []);
      assert.match(problems(before)[0] ?? '', /^a\.ts is the same as in the chapter before: delete it from the source/);
      writeFiles(chapter.sources.at(-1)!, new Map([['b.ts', before]]));
      assertNamed(verifyContinuity(chapter, ''), /^b\.ts is new, and "## What has changed" does not name it/);
    });
  });

  it('names a check that passes on the starter, one that fails on the solution, and a wrong answer that passes', {}, async () => {
    const checks = join(chapter.folder, 'check.test.ts');
    edit(
      checks,
      "const response = await app.get('/tags');",
      "const response = await app.get('/tags'); if (response.code === 404) return;",
    );
    edit(checks, "'Hello, reader!'", "'Hello, writer!'");
    const wrong = join(chapter.solution, '..', 'wrong');
    keepMistakes('says-something');
    edit(join(wrong, 'says-something', 'mistake.ts'), 'return this.visits();', '');
    const findings = await verifyTargets(chapter);
    assertNamed(findings, /"GET \/tags returns the array" passes on the untouched starter/);
    assertNamed(findings, /"GET \/hello returns the greeting" fails on the solution/);
    assertNamed(findings, /"DELETE \/visits is 204 without a body" passes, and must fail/);
  });

  it('names an edit of a wrong answer that no longer applies', async () => {
    const wrong = join(chapter.solution, '..', 'wrong');
    keepMistakes('says-something');
    edit(join(wrong, 'says-something', 'mistake.ts'), "find: '    this.#visits = 0;", "find: '    this.#likes = 0;");
    assertNamed(await verifyTargets(chapter), /the string to replace occurs 0 times in hello\.controller\.ts/);
  });
});

describe('a snippet', () => {
  const text = 'class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\n';
  const table: [string, boolean][] = [
    ['one() {\n  return 1;\n}', true],
    ['  one() {\n    return 1;\n  }', true],
    ['class A {\n  // …\n  two() {\n    return 2;', true],
    ['one() {\n  return 2;\n}', false],
    ['two() {\n  return 2;\n}\n// …\none() {', false],
    ['', false],
  ];
  for (const [snippet, holds] of table) {
    it(`${holds ? 'occurs' : 'does not occur'} there: ${JSON.stringify(snippet)}`, () =>
      assert.equal(contains(text, snippet), holds));
  }
});

describe('a console block', () => {
  it('splits words as a shell does', () => {
    assert.deepEqual(wordsOf(`curl -d '{"a":"b c"}' -H "X: \\"y\\"" http://h/p`), [
      'curl',
      '-d',
      '{"a":"b c"}',
      '-H',
      'X: "y"',
      'http://h/p',
    ]);
  });

  it('lets … stand for anything within a line, and <NAME> for the same text everywhere', () => {
    const captured = new Map<string, string>();
    assert.equal(compare('{"token":"<TOKEN>","at":"…"}', '{"token":"abc","at":"now"}', captured), undefined);
    assert.equal(captured.get('TOKEN'), 'abc');
    assert.equal(compare('is <TOKEN>', 'is abc', captured), undefined);
    assert.match(compare('is <TOKEN>', 'is other', captured) ?? '', /the output is different/);
    assert.match(compare('a…c', 'a\nc', captured) ?? '', /the output is different/);
    assert.equal(compare('a\n…\nd', 'a\nb\nc\nd', captured), undefined);
  });
});

function assertNamed(findings: Finding[], problem: RegExp): void {
  assert.ok(
    findings.some((finding) => problem.test(finding.problem)),
    `nothing says ${problem}; found: ${findings.map((finding) => finding.problem).join('\n') || 'nothing'}`,
  );
}

function attackText(name: string, step: number, verdict: string): string {
  return `import { attack } from '#attack';\n\nexport default attack('${name}', { step: ${step}, title: 'x' }, async ({ target, say }) => ${verdict});\n`;
}

function writeStarter(chapter: Chapter): void {
  writeFiles(chapter.src, starterOf(chapter));
}
