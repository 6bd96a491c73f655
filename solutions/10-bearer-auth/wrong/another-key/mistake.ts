import type { Mistake } from '#check';

export default {
  summary: 'The guard leaves the id under one key, and the handler asks for another.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "'user_id'", replace: "'userId'" }],
  fails: {
    'DELETE /admin/drafts without a token is 401, and removes nothing': 'Value 4 is undefined',
    'a request with a token passes the guard': 'Value 4 is undefined',
    'POST /posts with a token is answered as before': 'Value 4 is undefined',
    'reading one post needs no token': 'Value 4 is undefined',
    'the author of a new post is whoever the token belongs to': 'Value 4 is undefined',
    'the body cannot say who the author is': 'Value 4 is undefined',
  },
} satisfies Mistake;
