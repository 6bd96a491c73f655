import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { heapItems, readSnapshot } from './heap.ts';
import { otherMetrics } from './other-metrics.ts';
import { parse } from './samples.ts';

/**
 * A program that keeps a hundred boxes in a private field, and as many objects in a variable, between two snapshots. Another shelf
 * has room for fifty, and gets new ones.
 */
const program = `
  const { writeHeapSnapshot } = require('node:v8');
  class Box { text = Buffer.alloc(2000, 'x').toString(); }
  class Shelf {
    #boxes = new Map();
    fill(from) { for (let index = from; index < from + 100; index++) this.#boxes.set(index, new Box()); }
  }
  const shelf = new Shelf();
  globalThis.shelf = shelf;
  class Window {
    #shown = new Map();
    fill(from) { for (let index = 0; index < 50; index++) this.#shown.set(index, new Box(from)); }
  }
  globalThis.window = new Window();
  const noted = [];
  const work = (from) => { shelf.fill(from); window.fill(from); noted.push(...Array.from({ length: 100 }, (_, day) => ({ day }))); };
  globalThis.work = work;
  work(0);
  writeHeapSnapshot('before.heapsnapshot');
  work(100);
  new Shelf().fill(0);
  writeHeapSnapshot('after.heapsnapshot');
`;

test('two heap snapshots show what was added and can be reached, by what holds it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-heap-'));
  try {
    execFileSync(process.execPath, ['-e', program], { cwd: folder });
    const [before, after] = ['before', 'after'].map((name) => readSnapshot(join(folder, `${name}.heapsnapshot`)));
    const items = heapItems(before!, after!);
    assert.match(items[0]!.text, /^Shelf\.#boxes \(Map\) holds .*\bBox\b|^Shelf\.#boxes \(Map\) holds \(string\)/);
    assert.ok(items[0]!.values.bytes! > 100 * 2_000, 'the boxes are there with their strings');
    assert.ok(items[0]!.values.bytes! < 200 * 2_300, 'the boxes of before, and those that nobody can reach, are not');
    const variable = items.find(({ text }) => text.startsWith('the variable noted'));
    assert.ok(
      !items.some(({ text, values }) => text.startsWith('Window') && values.bytes! > 10_000),
      'what replaces something as large adds nothing',
    );
    assert.ok(variable !== undefined && variable.values.objects! >= 100, 'a variable is shown by its name');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("metrics that the board doesn't know are shown under their own names, and counters as rates", () => {
  const before = parse('desks{state="used"} 1\nletters_total 10\nhttp_requests_total 5\nwaits_seconds_sum 1\n');
  const after = parse('desks{state="used"} 3\nletters_total 40\nhttp_requests_total 9\nwaits_seconds_sum 2\n');
  assert.deepEqual(otherMetrics(before, after, 10), [
    ['desks{state="used"}', 3, ''],
    ['letters_total', 3, 'per second'],
  ]);
});
