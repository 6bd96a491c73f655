import type { Mistake } from '#check';

export default {
  summary: 'An error removes all headers.',
  edits: [
    {
      file: 'framework/response.ts',
      find: '  for (const name of contentHeaders) delete response.headers?.[name];',
      replace: '  if (contentHeaders.length > 0) response.headers = undefined;',
    },
  ],
  fails: {
    'an error replaces the response, and keeps the headers of middlewares': 'all headers were removed',
  },
} satisfies Mistake;
