import type { Mistake } from '#check';

export default {
  summary: 'Takes a failure of the database for a mistake in the form.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: '    let body: CreatePostDTO;\n    try {\n      body = await ctx.bind(CreatePostDTO);\n    } catch (error) {\n      const problems = problemsOf(error);',
      replace:
        "    try {\n      await this.posts.create(await ctx.bind(CreatePostDTO), ctx.get<string>('user_id'));\n    } catch (error) {\n      const problems = error instanceof Error && 'problems' in error ? problemsOf(error) : { title: 'cannot be saved' };",
    },
    {
      file: 'pages/writing.controller.ts',
      find: "    await this.posts.create(body, ctx.get<string>('user_id'));\n",
      replace: '',
    },
  ],
  fails: {
    'a failure of the database is not a mistake of the author': 'takes every error for a mistake in the form',
  },
} satisfies Mistake;
