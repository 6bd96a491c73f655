import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../workshop/chapters.ts';

const lines = readFileSync(join(root, 'docs', 'changelog.md'), 'utf8').split('\n');
const days = lines.flatMap((line) => /^### (.+)$/.exec(line)?.[1] ?? []);
const kinds = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed'];

describe('docs/changelog.md', () => {
  test('has a day above every entry, newest first', () => {
    assert.ok(days.length > 0);
    for (const day of days) assert.equal(new Date(day).toISOString().slice(0, 10), day);
    assert.deepEqual(days, [...new Set(days)].sort().reverse());
    assert.ok(lines.findIndex((line) => line.startsWith('### ')) < lines.findIndex((line) => line.startsWith('- ')));
  });

  test('names only days on which something was committed', (t) => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
    if (git('rev-parse', '--is-shallow-repository') !== 'false') return t.skip('needs the history of the repository');
    const committed = new Set(git('log', '--format=%as').split('\n'));
    assert.deepEqual(
      days.filter((day) => !committed.has(day)),
      [],
    );
  });

  test('sorts the entries of a day by kind, each kind once and with entries', () => {
    for (const day of lines
      .join('\n')
      .split(/^### .+$/m)
      .slice(1)) {
      const [before = '', ...parts] = day.split(/^#### /m);
      assert.doesNotMatch(before, /^- /m, 'an entry without a kind');
      const found = parts.map((part) => part.split('\n')[0]!);
      assert.deepEqual(
        found,
        kinds.filter((kind) => found.includes(kind)),
      );
      for (const part of parts) assert.match(part, /^- /m);
    }
  });
});
