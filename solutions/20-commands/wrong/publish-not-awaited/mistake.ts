import type { Mistake } from '#check';

export default {
  summary: 'Forgets `await` before posts.publish: a promise is never undefined.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "const post = await this.posts.publish(ctx.param('id'), operator);",
      replace:
        "const post = this.posts.publish(ctx.param('id'), operator) as unknown as { id: string; title: string; published: boolean };",
    },
  ],
  fails: {
    'posts publish publishes a post, and prints it': 'does not return { id, title, published }',
    'an unknown id is a sentence on stderr, with exit code 1': '`await` is missing before posts.publish',
  },
} satisfies Mistake;
