import type { Mistake } from '#check';

export default {
  summary: 'Inherited properties of the body are read.',
  edits: [
    {
      file: 'framework/validate.ts',
      find: 'check(Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined, found)',
      replace: 'check((input as Record<string, unknown>)[name], found)',
    },
  ],
  fails: {
    'the result is a plain object with the declared properties only': 'Use Object.hasOwn',
  },
} satisfies Mistake;
