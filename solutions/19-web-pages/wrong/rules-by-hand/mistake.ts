import type { Mistake } from '#check';

export default {
  summary: 'Checks for empty fields itself. The other rules of the DTO are lost.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: 'body = await ctx.bind(CreatePostDTO);',
      replace: "if (input.title === '' || input.content === '') await ctx.bind(CreatePostDTO);\n      body = input;",
    },
  ],
  fails: {
    'a form with a missing field is shown again, with everything that was typed': 'never binds CreatePostDTO',
  },
} satisfies Mistake;
