import type { WrongDesign } from '#check';

const secret = 'the exploit brings back the secret';
const crowd = 'it does so among other people and their data, too';
const separator = 'it returns undefined if the program signs the two values with a separator between them';
const length = 'it returns undefined if the program signs the length of the email as well';
const thirteen = 'it returns undefined if the program accepts no other time than one of thirteen digits';
const remembers = 'it returns undefined if the program remembers who has signed in';

const one = 'one-digit';
const many = 'many-digits';
const fetched = 'by-fetch';
const file = 'attacks/cookie-forger.ts';

export default [
  {
    summary: 'It signs in as itself, and brings back its own note.',
    of: one,
    edits: [{ file, find: 'Buffer.from(victim)', replace: 'Buffer.from(email)' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It changes the name and leaves the time as it is.',
    of: one,
    edits: [{ file, find: 'digit + expires, signature', replace: 'expires, signature' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It puts the digit at the wrong end of the time.',
    of: one,
    edits: [{ file, find: 'digit + expires, signature', replace: '`${expires}${digit}`, signature' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It knows only one digit, and somebody else has that address.',
    of: one,
    edits: [{ file, find: "of '123456789'", replace: "of '1'" }],
    fails: [crowd, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It expects that the address is free.',
    of: one,
    edits: [{ file, find: '    if (opened.status !== 201) continue;\n', replace: '    opened.expect(201);\n' }],
    fails: [crowd, 'POST /accounts has to respond with 201'],
  },
  {
    summary: 'It puts the digit in front of the address.',
    of: one,
    edits: [{ file, find: 'const email = victim + digit;', replace: 'const email = digit + victim;' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It takes what comes back for the note, whatever the status is.',
    of: one,
    edits: [
      { file, find: 'return status === 200 ? body.note : undefined;', replace: 'return body.note ?? body.error;' },
    ],
    fails: [separator, 'without having looked whether it is one'],
  },
  {
    summary: 'It brings back all of the response.',
    of: many,
    edits: [{ file, find: 'reply.body.note;', replace: 'reply.text;' }],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It expects that every program accepts the cookie.',
    of: many,
    edits: [
      {
        file,
        find: 'return reply.status === 401 ? undefined : reply.body.note;',
        replace: 'return reply.expect(200).body.note;',
      },
    ],
    fails: [length, 'a response that a fixed program does not give'],
  },
  {
    summary: 'It writes the name as it is, without base64url.',
    of: many,
    edits: [{ file, find: "Buffer.from(victim).toString('base64url')", replace: 'encodeURIComponent(victim)' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It claims a success as soon as it has a cookie.',
    of: fetched,
    edits: [{ file, find: 'if (!response.ok) return undefined;', replace: 'if (!response.ok) return forged;' }],
    fails: [thirteen, 'without having looked whether it is one'],
  },
  {
    summary: 'It takes the time from its own clock.',
    of: fetched,
    edits: [
      { file, find: '.${suffix}${expires}.', replace: '.${suffix}${Date.now() + 30}.' },
      { file, find: 'const [, expires, signature] =', replace: 'const [, , signature] =' },
    ],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It does not end by itself if it is refused.',
    of: fetched,
    edits: [
      { file, find: 'if (!response.ok) return undefined;', replace: 'if (!response.ok) return new Promise(() => {});' },
    ],
    fails: [remembers, 'a promise that it waits for never settles'],
  },
] satisfies WrongDesign[];
