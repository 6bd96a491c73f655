import type { Mistake } from '#check';

export default {
  summary: 'Prints the error itself, on stdout, and throws it, too.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'if (post === undefined) throw new Error(`There is no post "${ctx.param(\'id\')}".`);',
      replace:
        "if (post === undefined) {\n      console.log('Not found');\n      throw new Error(`There is no post \"${ctx.param('id')}\".`);\n    }",
    },
  ],
  fails: {
    'an unknown id is a sentence on stderr, with exit code 1': 'prints the error itself',
  },
} satisfies Mistake;
