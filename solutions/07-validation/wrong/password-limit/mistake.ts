import type { Mistake } from '#check';

export default {
  summary: 'A long password is refused. Its limit is in bytes, and comes in chapter 08.',
  edits: [{ file: 'auth/auth.dto.ts', find: "'required,min=8'", replace: "'required,min=8,max=72'" }],
  fails: {
    'POST /auth/register accepts valid bodies': 'RegisterDTO refuses this body: password',
  },
} satisfies Mistake;
