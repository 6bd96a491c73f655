import type { Mistake } from '#check';

export default {
  summary: 'Every property of the body is copied.',
  edits: [
    {
      file: 'framework/validate.ts',
      find: '    const value: Record<string, unknown> = {};',
      replace: '    const value: Record<string, unknown> = { ...input };',
    },
  ],
  fails: {
    'the result is a plain object with the declared properties only':
      'properties that the DTO does not declare are copied',
  },
} satisfies Mistake;
