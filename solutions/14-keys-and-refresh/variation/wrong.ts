import type { WrongDesign } from '#check';

const secret = 'the exploit brings back the secret';
const crowd = 'it does so among other people and their data, too';
const whole = 'it returns undefined if the program compares whole scopes';
const unchanged = 'it returns undefined if the program never changes a scope that was granted';
const again = 'it returns undefined if the program asks again what the account may do';
const editor = 'it returns undefined if the program shows the drafts of all authors to the editor only';

const word = 'the-word';
const both = 'both-scopes';
const two = 'two-refreshes';
const file = 'attacks/wider-scope.ts';

export default [
  {
    summary: 'It asks for the wide scope at once, which is refused.',
    of: word,
    edits: [{ file, find: "{ scope: 'drafts:own' }, { headers }", replace: "{ scope: 'drafts' }, { headers }" }],
    fails: [secret, 'POST /grants has to respond with 201'],
  },
  {
    summary: 'It asks for a scope that is not a part of the granted string.',
    of: both,
    edits: [{ file, find: "scope: 'posts drafts' }", replace: "scope: 'drafts:all' }" }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It brings back the first draft, even one of another user.',
    of: word,
    edits: [
      {
        file,
        find: 'drafts.body.find(({ author }: { author: string }) => author === victim)?.text',
        replace: 'drafts.body[0].text',
      },
    ],
    fails: [crowd, 'which is not the secret'],
  },
  {
    summary: 'It brings back the last draft, even one of another user.',
    of: two,
    edits: [
      {
        file,
        find: 'if (stolen.length > 0) return stolen[0]!.text',
        replace: 'if (drafts.length > 0) return drafts.at(-1)!.text',
      },
    ],
    fails: [crowd, 'which is not the secret'],
  },
  {
    summary: 'It brings back a draft that it has seen before.',
    of: both,
    edits: [{ file, find: 'return draft.text;', replace: "return victim && 'w0011223344 w5566778899 wa0b1c2d3e4';" }],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It brings back all drafts in one string.',
    of: both,
    edits: [{ file, find: 'return draft.text;', replace: 'return JSON.stringify(draft);' }],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It takes a refusal for a draft.',
    of: word,
    edits: [
      {
        file,
        find: '  if (wider.status !== 200) return undefined;\n',
        replace: '  if (wider.status !== 200) return wider.text;\n',
      },
    ],
    fails: [whole, 'without having looked whether it is one'],
  },
  {
    summary: 'It expects that every program gives in.',
    of: word,
    edits: [{ file, find: '  if (wider.status !== 200) return undefined;\n', replace: '  wider.expect(200);\n' }],
    fails: [unchanged, 'a response that a fixed program does not give'],
  },
  {
    summary: 'It reads the refusal as if it were a list of drafts.',
    of: both,
    edits: [{ file, find: 'Array.isArray(body) ? body : []', replace: 'body.filter(Boolean)' }],
    fails: [editor, 'ends with an error'],
  },
  {
    summary: 'It claims a success as soon as the scope was granted.',
    of: two,
    edits: [
      {
        file,
        find: '    const tokens =',
        replace: "    if (scope === 'drafts') return 'succeeded';\n    const tokens =",
      },
    ],
    fails: [editor, 'without having looked whether it is one'],
  },
  {
    summary: 'It uses a refresh token twice, so the second one is unknown.',
    of: two,
    edits: [{ file, find: '    refresh_token = tokens.refresh_token;\n', replace: '' }],
    fails: [secret, 'returned undefined, and the program has a hole'],
  },
  {
    summary: 'It brings back a draft that it has written itself.',
    of: word,
    edits: [
      {
        file,
        find: '  if (wider.status !== 200) return undefined;\n',
        replace:
          "  if (wider.status !== 200) return (await attacker.post('/drafts', { text: 'mine' }, { headers })).body.text;\n",
      },
    ],
    fails: [again, 'without having looked whether it is one'],
  },
  {
    summary: 'It reads the draft from the files of the program.',
    of: word,
    edits: [
      {
        file,
        find: "import { exploit } from '#attack';",
        replace: "import { readdirSync } from 'node:fs';\nimport { exploit } from '#attack';",
      },
      {
        file,
        find: '  // "drafts:own" contains "drafts".\n',
        replace: "  if (readdirSync('/').length > 0) return undefined;\n",
      },
    ],
    fails: [secret, 'Access to this API has been restricted'],
  },
] satisfies WrongDesign[];
