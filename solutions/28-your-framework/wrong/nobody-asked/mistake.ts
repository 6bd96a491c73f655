import type { Mistake } from '#check';

export default {
  summary: 'The message does not name the route.',
  edits: [
    {
      file: 'framework/app.ts',
      find: '        throw new Error(`${module.name} → ${place}${where && ` (${where})`} → ${(error as Error).message}`);',
      replace: '        throw new Error(`${place}${where.slice(0, 0)} → ${(error as Error).message}`);',
    },
  ],
  fails: {
    "a middleware that a module can't see is reported with its route":
      'the message lacks the module, the controller, the route',
  },
} satisfies Mistake;
