import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { skipByTurns } from '../../../framework/fixtures/slow.ts';
import { FrameworkPackage } from '../../../framework/scaffold/framework-package.ts';
import { budget, findingsIn } from './check.ts';
import { pack } from './pack.ts';

describe('the package', { skip: skipByTurns(import.meta.filename) }, () => {
  let folder: string;
  let tarball: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trellis-package-'));
    tarball = await pack(folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  test('can be published: fields, files and size', async () => {
    assert.deepEqual(await findingsIn(join(folder, 'package'), tarball), []);
  });

  test('is what a new project gets', async () => {
    assert.ok((await readFile(tarball)).equals(await new FrameworkPackage().pack()), 'another tarball');
  });

  test('contains the decisions about the framework, without those about the workshop', async () => {
    const text = await readFile(join(folder, 'package', 'docs', 'decisions.md'), 'utf8');
    assert.match(text, /^## Routing$/m);
    assert.doesNotMatch(text, /^## The workshop$/m);
  });

  for (const [what, change, finding] of [
    ['another license', { license: 'UNLICENSED' }, 'The license in package.json is not MIT.'],
    ['no description', { description: '' }, 'package.json has no description.'],
    ['the private flag', { private: true }, 'package.json is private, so it can not be published.'],
    ['no provenance', { publishConfig: { access: 'public' } }, /^publishConfig does not ask for .*provenance/],
    [
      'an open range',
      { dependencies: { zod: '^4.0.0' } },
      'The dependency zod has the range ^4.0.0 instead of an exact version.',
    ],
    [
      'an export without a file',
      { exports: { '.': { types: './index.d.ts', default: './gone.js' } } },
      /gone\.js, which is not/,
    ],
    [
      'an export without types',
      { exports: { '.': { default: './index.js' } } },
      /^\. → types in package\.json is undefined/,
    ],
    ['scripts', { scripts: { postinstall: 'node a.js' } }, /^package\.json has scripts/],
  ] as const) {
    test(`${what} is a finding`, async (t) => {
      const copy = await copied(t);
      const file = join(copy, 'package.json');
      await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...change }));
      const findings = await findingsIn(copy, tarball);
      assert.equal(findings.length, 1, findings.join('\n'));
      if (typeof finding === 'string') assert.equal(findings[0], finding);
      else assert.match(findings[0] ?? '', finding);
    });
  }

  test('a missing document, a test and too many bytes are findings', async (t) => {
    const copy = await copied(t);
    await rm(join(copy, 'LICENSE'));
    await writeFile(join(copy, 'app.test.js'), 'x'.repeat(budget.unpacked));
    const findings = await findingsIn(copy, tarball);
    assert.deepEqual(
      findings.map((finding) => finding.replace(/\d+/g, 'n')),
      [
        'LICENSE is not in the package.',
        'The package has n bytes unpacked. The budget is n.',
        'app.test.js does not belong in the package.',
      ],
    );
  });

  async function copied(t: TestContext): Promise<string> {
    const copy = await mkdtemp(join(tmpdir(), 'trellis-package-'));
    t.after(() => rm(copy, { recursive: true, force: true }));
    await cp(join(folder, 'package'), copy, { recursive: true });
    return copy;
  }
});
