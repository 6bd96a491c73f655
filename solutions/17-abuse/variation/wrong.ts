import type { WrongDesign } from '#check';

const secret = 'the exploit brings back the secret';
const crowd = 'it does so among other people and their data, too';
const random = 'it returns undefined if the program draws a token at random';
const hmac = 'it returns undefined if the program derives the token with a secret';
const salted = 'it returns undefined if the program adds a random value to what it hashes';
const part = 'it returns undefined if the program has a random part in the token';

const end = 'from-the-end';
const both = 'both-steps';
const fetched = 'by-fetch';
const file = 'attacks/reset-thief.ts';

export default [
  {
    summary: 'It hashes the address as it was written, and the program hashes it in lower case.',
    of: end,
    edits: [{ file, find: 'email.toLowerCase()', replace: 'email' }],
    fails: [crowd, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It takes the end for the beginning.',
    of: end,
    edits: [{ file, find: ' - 15 * 60 * 1000', replace: '' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It rounds the moment to seconds.',
    of: end,
    edits: [
      {
        file,
        find: 'const moment = Date.parse(expires_at) - 15 * 60 * 1000;',
        replace: 'const moment = Math.floor(Date.parse(expires_at) / 1000) - 15 * 60;',
      },
    ],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It sends the token as base64url.',
    of: end,
    edits: [{ file, find: "digest('hex')", replace: "digest('base64url')" }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It expects that every program accepts the token.',
    of: end,
    edits: [{ file, find: 'if (confirmed.status !== 200) return undefined;', replace: 'confirmed.expect(200);' }],
    fails: [random, 'a response that a fixed program does not give'],
  },
  {
    summary: 'It brings back the token, and not the note.',
    of: end,
    edits: [
      {
        file,
        find: "return (await attacker.post('/note/read', { email, key: confirmed.body.key })).expect(200).body.note;",
        replace: 'return token;',
      },
    ],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It brings back the token, without having tried it.',
    of: both,
    edits: [
      {
        file,
        find: "  if (key === undefined) {\n    say('The token is another one.');\n    return undefined;\n  }\n",
        replace: "  if (key === undefined) {\n    say('The token is another one.');\n    return 'a token';\n  }\n",
      },
    ],
    fails: [hmac, 'without having looked whether it is one'],
  },
  {
    summary: 'It writes its own note, and reads that.',
    of: both,
    edits: [
      {
        file,
        find: "  const { status, body } = await thief.post('/note/read', { email: victim, key });",
        replace:
          "  await thief.put('/note', { email: victim, key, note: 'taken over' });\n  const { status, body } = await thief.post('/note/read', { email: victim, key });",
      },
    ],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It guesses the token.',
    of: both,
    edits: [
      { file, find: "return hash.digest('hex');", replace: "return hash.digest('hex').replaceAll('0', '1');" },
      { file, find: "update(' ').update(String(issued))", replace: 'update(String(issued % 7))' },
    ],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It takes over an account of its own.',
    of: both,
    edits: [
      {
        file,
        find: 'const key = await takeOver(thief, victim);',
        replace:
          "const email = `eve${issuedNow()}@example.com`;\n  await thief.post('/accounts', { email });\n  const key = await takeOver(thief, email);",
      },
      {
        file,
        find: '\nfunction tokenFor',
        replace: '\nfunction issuedNow(): number {\n  return Date.now();\n}\n\nfunction tokenFor',
      },
    ],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It reads a key out of a refusal.',
    of: fetched,
    edits: [
      { file, find: '  if (!response.ok) return undefined;\n', replace: '' },
      {
        file,
        find: 'return note;',
        replace: "return note ?? 'no note';",
      },
    ],
    fails: [salted, 'without having looked whether it is one'],
  },
  {
    summary: 'It tries to read a note that is not there.',
    of: fetched,
    edits: [
      {
        file,
        find: '  if (!response.ok) return undefined;\n',
        replace: "  if (!response.ok) throw new Error('no key');\n",
      },
    ],
    fails: [part, 'ends with an error: Error: no key'],
  },
] satisfies WrongDesign[];
