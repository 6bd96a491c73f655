import type { Mistake } from '#check';

export default {
  summary: 'Reads the options without a DTO and without declaring them.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'const { drafts, json, limit } = await ctx.bind(ListDTO);',
      replace:
        "const drafts = ctx.query('drafts') === 'true';\n    const json = ctx.query('json') === 'true';\n    const limit = Number(ctx.query('limit'));",
    },
    { file: 'commands/commands.controller.ts', find: "import { ListDTO } from './list.dto.ts';\n", replace: '' },
  ],
  fails: {
    'a wrong option is a mistake of the user: exit code 2, and nothing happens': 'the limit is not checked',
  },
} satisfies Mistake;
