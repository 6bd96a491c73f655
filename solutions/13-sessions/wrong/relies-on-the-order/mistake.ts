import type { Mistake } from '#check';

export default {
  summary: 'Accept takes the session if there is no token, and ignores the order of the list.',
  edits: [
    {
      file: 'auth/accept.ts',
      find: 'ways.find((one) => one.isPresent(ctx)) ?? ways[0]!',
      replace:
        'ways.length > 1 && this.session.isPresent(ctx) && !this.bearer.isPresent(ctx) ? this.session : ways[0]!',
    },
  ],
  fails: {
    'Accept chooses, and it is the only middleware of these routes': 'relies on one order of the list',
  },
} satisfies Mistake;
