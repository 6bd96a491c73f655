import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Columns } from './columns.ts';

/** The body of RowDescription. */
function description(columns: [name: string, type: number][]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(columns.length);
  const fields = columns.map(([name, type]) => {
    const rest = Buffer.alloc(18);
    rest.writeUInt32BE(type, 6);
    return Buffer.concat([Buffer.from(`${name}\0`), rest]);
  });
  return Buffer.concat([count, ...fields]);
}

/** The body of DataRow. */
function dataRow(cells: (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(cells.length);
  const parts = cells.map((cell) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(cell === null ? -1 : Buffer.byteLength(cell));
    return Buffer.concat([length, Buffer.from(cell ?? '')]);
  });
  return Buffer.concat([count, ...parts]);
}

const TEXT = 25;
const BOOL = 16;
const INTEGER = 23;

function columnsOf(columns: [string, number][]): Columns {
  const bytes = description(columns);
  return Columns.of(bytes, 0, bytes.length);
}

test('a row has the values of its cells, in the order of the columns', () => {
  const columns = columnsOf([
    ['id', INTEGER],
    ['straße', TEXT],
    ['published', BOOL],
    ['note', TEXT],
  ]);
  const row = columns.read(dataRow(['7', 'Gänseweg', 't', '']), 0);
  assert.deepEqual(Object.entries(row), [
    ['id', 7],
    ['straße', 'Gänseweg'],
    ['published', 1],
    ['note', ''],
  ]);
});

test('null is null, in every row, and leaves nothing of the row before', () => {
  const columns = columnsOf([
    ['n', INTEGER],
    ['word', TEXT],
  ]);
  const rows = [
    ['1', 'one'],
    [null, null],
    ['3', null],
  ].map((cells) => columns.read(dataRow(cells), 0));
  assert.deepEqual(rows, [
    { n: 1, word: 'one' },
    { n: null, word: null },
    { n: 3, word: null },
  ]);
});

test('a column can be called __proto__', () => {
  const row = columnsOf([['__proto__', TEXT]]).read(dataRow(['x']), 0);
  assert.deepEqual(Object.entries(row), [['__proto__', 'x']]);
  assert.equal(Object.getPrototypeOf(row), Object.prototype);
});

test('a description is read once, and another one is another object', () => {
  assert.equal(columnsOf([['id', TEXT]]), columnsOf([['id', TEXT]]));
  assert.notEqual(columnsOf([['id', TEXT]]), columnsOf([['id', INTEGER]]));
});

test('no more than a thousand descriptions are kept', () => {
  const first = columnsOf([['first', TEXT]]);
  for (let index = 0; index < 1_001; index++) columnsOf([[`column_${index}`, TEXT]]);
  assert.notEqual(columnsOf([['first', TEXT]]), first);
});

test('a name that two columns share is noticed', () => {
  const names = (...list: string[]) => columnsOf(list.map((name) => [name, TEXT])).twice;
  assert.equal(names('id', 'title'), undefined);
  assert.equal(names('id', 'title', 'id'), 'id');
});
