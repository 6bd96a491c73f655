import type { Mistake } from '#check';

export default {
  summary: 'A new article responds with 200.',
  edits: [
    {
      file: 'articles/articles.controller.ts',
      find: 'return ctx.status(201).json({ article: await',
      replace: 'return ctx.status(200).json({ article: await',
    },
  ],
  fails: {
    'unknown fields of an article are ignored': 'Expected status 201, got 200',
    'a token survives a new username and email': 'Expected status 201, got 200',
    'a new article comes back with 201': 'Expected status 201, got 200',
  },
} satisfies Mistake;
