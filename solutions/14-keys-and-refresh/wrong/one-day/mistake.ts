import type { Mistake } from '#check';

export default {
  summary: 'A refresh token lives no longer than the access token that it should replace.',
  edits: [
    { file: 'auth/refresh-tokens.service.ts', find: 'lifetime = 7 * 24 * 60 * 60', replace: 'lifetime = 24 * 60 * 60' },
  ],
  fails: { 'a refresh token waits for seven days, and no longer': 'the ttl is 7 days, in seconds' },
} satisfies Mistake;
