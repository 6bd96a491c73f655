import type { Mistake } from '#check';

export default {
  summary: 'An error has one message instead of an array of them.',
  edits: [
    {
      file: 'http/errors.ts',
      find: "{ [what]: ['not found'] }",
      replace: "{ [what]: 'not found' as unknown as string[] }",
    },
  ],
  fails: {
    'a change is visible wherever the user appears': 'Expected an array of messages under "profile"',
    'GET of an unknown profile is 404': 'Expected an array of messages under "profile"',
    'POST of an unknown profile and /follow is 404': 'Expected an array of messages under "profile"',
  },
} satisfies Mistake;
