import type { Mistake } from '#check';

export default {
  summary: 'Handlers are not bound.',
  edits: [{ file: 'framework/controller.ts', find: 'handler: handler?.bind(controller),', replace: 'handler,' }],
  fails: {
    'a handler knows its controller': 'the handler has lost its `this`',
  },
} satisfies Mistake;
