import type { Mistake } from '#check';

export default {
  summary: 'Every refused attempt with another email leaves an entry in the store, so one client can fill it.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: "throw new HttpError(429, 'Too many requests');",
      replace: "return ctx.status(429).json({ error: 'Too many requests' });",
    },
  ],
  fails: {
    'an attempt that was refused leaves nothing in the store': 'returned instead of thrown',
  },
} satisfies Mistake;
