import type { Mistake } from '#check';

export default {
  summary: 'An error of JSON.stringify is not caught.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: '    try {\n      // Nothing returned, or the context itself: the response is already in the context.\n      if (value !== undefined && value !== ctx) ctx.json(value);\n    } catch (error) {\n      return void this.#fail(ctx, outgoing, error);\n    }\n',
      replace:
        '    // Nothing returned, or the context itself: the response is already in the context.\n    if (value !== undefined && value !== ctx) ctx.json(value);\n',
    },
  ],
  fails: {
    'an HttpError is the response, other errors are 500 and go into the log': 'not caught',
  },
} satisfies Mistake;
