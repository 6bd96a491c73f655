import type { Mistake } from '#check';

export default {
  summary: 'The length of a string is counted in code units.',
  edits: [
    {
      file: 'framework/rules.ts',
      find: '(isText ? lengthOf(value as string) : (value as number))',
      replace: '(isText ? (value as string).length : (value as number))',
    },
    {
      file: 'framework/rules.ts',
      find: '/** In code points, so that an emoji such as 🌻 counts as one character. */\nfunction',
      replace: 'export function',
    },
  ],
  fails: {
    'a character is a code point': 'string.length counts an emoji twice',
  },
} satisfies Mistake;
