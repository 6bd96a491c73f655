import type { WrongDesign } from '#check';

const post = 'POST adds a comment and responds with 201 and the comment';
const list = 'GET lists the comments of the post, the oldest first';
const belongs = 'a comment belongs to one post';
const remove = 'DELETE removes one comment, and can be repeated';
const gone = 'without its post there are no comments';
const posts = 'the posts stay as they were';

const maps = 'map-of-lists';
const own = 'comments-of-their-own';
const entries = 'entries';
const controller = 'posts/posts.controller.ts';
const comments = 'posts/comments.ts';

export default [
  {
    summary: 'All posts share one list.',
    of: own,
    edits: [{ file: comments, find: '=> post === ctx.param(', replace: "=> post !== '' && '' !== ctx.param(" }],
    fails: [belongs, 'all posts share one list of comments'],
  },
  {
    summary: 'The path of another post deletes the comment.',
    of: own,
    edits: [{ file: comments, find: '!(isOf(ctx)(comment) && comment.id', replace: '!(comment.id' }],
    fails: [belongs, 'only the id of the comment is compared'],
  },
  {
    summary: 'Nobody looks whether the post exists.',
    of: own,
    edits: [
      { file: comments, find: "exists(ctx.param('id')) ? next()", replace: "exists(ctx.param('id')) || ctx ? next()" },
    ],
    fails: [gone, 'does not look whether the post exists'],
  },
  {
    summary: 'The comments of a deleted post are still there.',
    of: maps,
    edits: [{ file: controller, find: "    this.#comments.delete(ctx.param('id'));\n", replace: '' }],
    fails: [gone, 'does not look whether the post exists'],
  },
  {
    summary: 'The first comment creates the list, even for a post that does not exist.',
    of: maps,
    edits: [
      {
        file: controller,
        find: "    const comments = this.#comments.get(ctx.param('id'));\n    if (comments === undefined) return noPost(ctx);\n    const comment:",
        replace:
          "    const comments = this.#comments.get(ctx.param('id')) ?? [];\n    this.#comments.set(ctx.param('id'), comments);\n    const comment:",
      },
    ],
    fails: [gone, 'does not look whether the post exists'],
  },
  {
    summary: 'The body becomes the comment.',
    of: entries,
    edits: [
      {
        file: controller,
        find: 'const { name, text } = JSON.parse',
        replace: 'const body = JSON.parse',
      },
      {
        file: controller,
        find: 'id: randomUUID(), name, text, created_at: new Date().toISOString() };\n    this.#entryOf',
        replace: 'id: randomUUID(), created_at: new Date().toISOString(), ...body };\n    this.#entryOf',
      },
    ],
    fails: ['only the name and the text come from the body', 'mass assignment'],
  },
  {
    summary: 'The response to POST is a 200.',
    of: maps,
    edits: [{ file: controller, find: 'return ctx.status(201).json(comment)', replace: 'return comment' }],
    fails: [post, 'only ctx.status(201) makes it a 201'],
  },
  {
    summary: 'Clients see the post of a comment.',
    of: own,
    edits: [{ file: comments, find: 'json(shown(comment))', replace: 'json(comment)' }],
    fails: [post, 'clients see "post"'],
  },
  {
    summary: 'The newest comment comes first.',
    of: maps,
    edits: [{ file: controller, find: 'comments.push(comment)', replace: 'comments.unshift(comment)' }],
    fails: [list, 'another order'],
  },
  {
    summary: 'An unknown comment removes the last one.',
    of: maps,
    edits: [{ file: controller, find: 'if (index >= 0) comments.splice', replace: 'comments.splice' }],
    fails: [remove, '`splice(-1, 1)` removes the last'],
  },
  {
    summary: 'The id of a comment is its position.',
    of: entries,
    edits: [
      {
        file: controller,
        find: 'const comment: Comment = { id: randomUUID(), name',
        replace: 'const comment: Comment = { id: String(this.#entryOf(ctx).comments.size), name',
      },
    ],
    fails: [remove, 'The response body is different'],
  },
  {
    summary: 'A comment that is gone already is an error.',
    of: entries,
    edits: [
      {
        file: controller,
        find: "    this.#entryOf(ctx).comments.delete(ctx.param('comment'));",
        replace:
          "    if (!this.#entryOf(ctx).comments.delete(ctx.param('comment'))) throw new HttpError(404, 'Comment not found');",
      },
    ],
    fails: [remove, 'a comment that is gone already is an error'],
  },
  {
    summary: 'A post shows its comments.',
    of: entries,
    edits: [
      {
        file: controller,
        find: "?.post;\n    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });\n    return post;",
        replace:
          "?.post;\n    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });\n    return { ...post, comments: this.comments(ctx) };",
      },
    ],
    fails: [posts, 'a post shows its comments'],
  },
  {
    summary: 'Two comments at the same time overwrite each other.',
    of: maps,
    edits: [
      {
        file: controller,
        find: "    const { name, text } = JSON.parse(String(await ctx.request.body()));\n    const comments = this.#comments.get(ctx.param('id'));\n",
        replace:
          "    const comments = this.#comments.get(ctx.param('id'));\n    const { name, text } = JSON.parse(String(await ctx.request.body()));\n    await new Promise((resolve) => setTimeout(resolve, 20));\n",
      },
      {
        file: controller,
        find: 'comments.push(comment);',
        replace: "this.#comments.set(ctx.param('id'), [...before, comment]);",
      },
      {
        file: controller,
        find: 'if (comments === undefined) return noPost(ctx);\n    const comment:',
        replace: 'if (comments === undefined || before === undefined) return noPost(ctx);\n    const comment:',
      },
      {
        file: controller,
        find: '  async addComment(ctx: Context) {\n',
        replace: "  async addComment(ctx: Context) {\n    const before = this.#comments.get(ctx.param('id'));\n",
      },
    ],
    fails: ['comments that arrive at the same time are all there', 'one request overwrites the other'],
  },
] satisfies WrongDesign[];
