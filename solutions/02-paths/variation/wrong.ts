import type { WrongDesign } from '#check';

const leap = 'February has 29 days in leap years, and only then';
const calendar = 'what is not in the calendar is not a date';
const digits = 'years have four digits, months and days two';
const anywhere = 'the dates are the same wherever the server is';

const three = 'three-routes';
const wildcard = 'one-wildcard';
const strings = 'compared-strings';
const archive = 'archive.controller.ts';
const library = 'library.controller.ts';

export default [
  {
    summary: 'Every fourth year is a leap year.',
    of: three,
    edits: [
      { file: archive, find: '(year % 4 === 0 && year % 100 !== 0) || year % 400 === 0', replace: 'year % 4 === 0' },
    ],
    fails: [leap, 'of those that end with 00 only every fourth'],
  },
  {
    summary: 'No year that ends with 00 is a leap year.',
    of: three,
    edits: [{ file: archive, find: ' || year % 400 === 0', replace: '' }],
    fails: [leap, 'of those that end with 00 only every fourth'],
  },
  {
    summary: 'February always has 28 days.',
    of: three,
    edits: [{ file: archive, find: 'isLeap ? 29 : 28', replace: 'isLeap ? 28 : 28' }],
    fails: [leap, 'of those that end with 00 only every fourth'],
  },
  {
    summary: 'A day that does not exist becomes another one.',
    of: wildcard,
    edits: [{ file: library, find: 'iso(date) === text ? text', replace: "iso(date) !== '' ? iso(date)" }],
    fails: [calendar, '`Date` counts on without a word'],
  },
  {
    summary: 'There is a month 00.',
    of: three,
    edits: [
      { file: archive, find: 'Number(month) >= 1 && ', replace: '' },
      { file: archive, find: 'lengths[month - 1] ?? 0', replace: 'lengths[month - 1] ?? 31' },
    ],
    fails: [calendar, 'a month or a day that does not exist becomes another one'],
  },
  {
    summary: 'Every month has 31 days.',
    of: three,
    edits: [{ file: archive, find: 'return lengths[month - 1] ?? 0', replace: 'return lengths[month - 1] ? 31 : 0' }],
    fails: ['a month is the days from its first to its last', 'months have 28 to 31 days'],
  },
  {
    summary: 'The years 0 to 99 are those of the twentieth century.',
    of: wildcard,
    edits: [
      {
        file: library,
        find: 'const date = new Date(0);',
        replace: 'const date = new Date(Date.UTC(year, month - 1, day));',
      },
      { file: library, find: '  date.setUTCFullYear(year, month - 1, day);\n', replace: '' },
    ],
    fails: ['the first hundred years are years, too', '`Date` takes the years 0 to 99 for 1900 to 1999'],
  },
  {
    summary: 'The dates are those of the time zone of the server.',
    of: wildcard,
    edits: [{ file: library, find: 'date.setUTCFullYear(', replace: 'date.setFullYear(' }],
    fails: [anywhere, 'depends on the time zone of the server'],
  },
  {
    summary: 'A day is parsed in the time zone of the server.',
    of: strings,
    edits: [{ file: archive, find: 'T00:00:00Z`', replace: 'T00:00:00`' }],
    fails: [anywhere, 'depends on the time zone of the server'],
  },
  {
    summary: 'A month may have one digit.',
    of: wildcard,
    edits: [
      { file: library, find: '(?:\\/(\\d\\d))?(?:', replace: '(?:\\/(\\d\\d?))?(?:' },
      {
        file: library,
        find: 'const text = `${year}-${month}-${day}`;',
        replace: "const text = `${year}-${month.padStart(2, '0')}-${day}`;",
      },
    ],
    fails: [digits, 'converted to a number before anything looks at its characters'],
  },
  {
    summary: 'The segments are converted to numbers without a look at them.',
    of: three,
    edits: [
      {
        file: archive,
        find: '  if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(`${year}-${month}-${day}`)) return false;\n',
        replace: '',
      },
    ],
    fails: [digits, 'converted to a number before anything looks at its characters'],
  },
  {
    summary: 'A line break at the end of the year is not noticed.',
    of: three,
    edits: [{ file: archive, find: '/^\\d{4}-\\d{2}-\\d{2}$/.test', replace: '/^\\d{4}\\s?-\\d{2}-\\d{2}$/.test' }],
    fails: [digits, 'converted to a number before anything looks at its characters'],
  },
  {
    summary: 'The first and the last day are swapped.',
    of: strings,
    edits: [{ file: archive, find: '? { from, to } :', replace: '? { from: to, to: from } :' }],
    fails: ['a year is the days from 1 January to 31 December', 'the first and the last day are swapped'],
  },
  {
    summary: 'A year ends with 1 December.',
    of: wildcard,
    edits: [{ file: library, find: 'utc(year, 12, 31)', replace: 'utc(year, 12, 1)' }],
    fails: ['a year is the days from 1 January to 31 December', 'the last day is another one'],
  },
] satisfies WrongDesign[];
