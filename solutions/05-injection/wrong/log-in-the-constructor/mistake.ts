import type { Mistake } from '#check';

export default {
  summary: 'The constructor uses the log, and the injected fields are still empty there.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async onStart(): Promise<void> {\n',
      replace: "  constructor() {\n    this.log.info('hello');\n  }\n\n  async onStart(): Promise<void> {\n",
    },
  ],
  fails: {
    'GET /posts lists the newest post first':
      'Injected fields are still empty in a constructor. Use them in onStart().',
    'posts are made, shown, changed and deleted as before':
      'Injected fields are still empty in a constructor. Use them in onStart().',
    'a post that does not exist is 404 to GET and 500 to PUT, as before':
      'Injected fields are still empty in a constructor. Use them in onStart().',
    'POST /posts writes a line with the id to the log':
      'Injected fields are still empty in a constructor. Use them in onStart().',
    'the blog starts with a first post': 'Injected fields are still empty in a constructor. Use them in onStart().',
    'GET /admin/drafts shows what POST /posts has made':
      'Injected fields are still empty in a constructor. Use them in onStart().',
    'DELETE /admin/drafts throws the drafts away, and only them':
      'Injected fields are still empty in a constructor. Use them in onStart().',
  },
} satisfies Mistake;
