import type { Mistake } from '#check';

export default {
  summary: 'The framework uses a part of Trellis.',
  edits: [
    {
      file: 'framework/index.ts',
      find: "export { HttpError } from './http-error.ts';",
      replace: "export { HttpError } from '../../../../framework/http/errors.ts';",
    },
  ],
  fails: {
    'only services.ts imports anything from Trellis': 'your framework uses a part of ours',
  },
} satisfies Mistake;
