import type { WrongDesign } from '#check';

const secret = 'the exploit brings back the secret';
const crowd = 'it does so among other people and their data, too';
const counts = 'it returns undefined if the program counts what the caller may see';
const published = 'it returns undefined if the program searches published posts only';
const page = 'it returns undefined if the program says how many posts are on the page';
const content = 'it returns undefined if the program does not search the content of drafts';

const digits = 'digit-by-digit';
const once = 'all-at-once';
const back = 'backwards';
const file = 'attacks/draft-reader.ts';

export default [
  {
    summary: 'It reads the drafts in the list, where they are not.',
    of: digits,
    edits: [{ file, find: 'return body.total > body.posts.length;', replace: 'return body.posts.length > 0;' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It searches for the victim, without the rest of the sentence, in any draft.',
    of: digits,
    edits: [{ file, find: '`Password of ${victim}: `', replace: "victim && '.com: '" }],
    fails: [crowd, 'The exploit has returned'],
  },
  {
    summary: 'It knows the digits, but not in which order.',
    of: digits,
    edits: [{ file, find: 'begin + password + digit', replace: 'digit + password' }],
    fails: [secret, 'The exploit has returned'],
  },
  {
    summary: 'It does not try all digits.',
    of: digits,
    edits: [{ file, find: "'0123456789abcdef'", replace: "'0123456789'" }],
    fails: [secret, 'The exploit has returned undefined'],
  },
  {
    summary: 'It takes the last digit that was tried if none fits.',
    of: digits,
    edits: [{ file, find: 'if (next === undefined) return undefined;', replace: "next ??= 'f';" }],
    fails: [published, 'without having looked whether it is one'],
  },
  {
    summary: 'It brings back what it has, even if that is nothing.',
    of: once,
    edits: [
      {
        file,
        find: 'return found.length > begin ? found.slice(begin) : undefined;',
        replace: 'return found.slice(begin);',
      },
    ],
    fails: [counts, 'The exploit has returned ""'],
  },
  {
    summary: 'It brings back the words with which it has begun.',
    of: once,
    edits: [{ file, find: 'found.slice(begin) : undefined', replace: 'found : undefined' }],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It takes the first digit in every round.',
    of: once,
    edits: [{ file, find: 'found += digits[hit];', replace: "found += '0';" }],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It ends as soon as it has one digit.',
    of: once,
    edits: [
      { file, find: 'found += digits[hit];', replace: 'found += digits[hit];\n    if (found.length > begin) break;' },
    ],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It brings back any password, whoever has written it.',
    of: back,
    edits: [
      {
        file,
        find: '  for (const password of endings) if ((await total(`${victim}: ${password}`)) > 0) return password;\n  return undefined;',
        replace: '  return victim ? endings[0] : undefined;',
      },
    ],
    fails: [crowd, 'which is not the secret'],
  },
  {
    summary: 'It follows only one ending, which may be the one of somebody else.',
    of: back,
    edits: [{ file, find: 'longer.push(digit + ending);', replace: 'longer[0] ??= digit + ending;' }],
    fails: [crowd, 'The exploit has returned'],
  },
  {
    summary: 'It tells the password of a program that has none for it.',
    of: back,
    edits: [{ file, find: '  return undefined;\n});', replace: "  return endings[0] ?? 'no password';\n});" }],
    fails: [page, 'without having looked whether it is one'],
  },
  {
    summary: 'It expects a hit in each round.',
    of: once,
    edits: [
      {
        file,
        find: 'if (hit < 0) break;',
        replace: "if (hit < 0 && found.length < begin + 12) throw new Error('no digit fits');\n    if (hit < 0) break;",
      },
    ],
    fails: [content, 'a response that a fixed program does not give'],
  },
] satisfies WrongDesign[];
