import type { Mistake } from '#check';

export default {
  summary: 'The handler asks for a parameter that the path does not have.',
  edits: [{ file: 'library.controller.ts', find: "{ tag: ctx.param('tag') }", replace: "{ tag: ctx.param('id') }" }],
  fails: {
    'GET /tags/:tag answers with the tag of the path': 'is not the name behind the colon',
    'a parameter arrives decoded': 'gives the text decoded',
    'GET /tags/:tag is answered by the pattern, although a wildcard fits too':
      'the route of step 1 has to stay as it was',
  },
} satisfies Mistake;
