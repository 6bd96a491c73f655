import type { Mistake } from '#check';

export default {
  summary: 'A name of 100 characters is refused.',
  edits: [{ file: 'auth/auth.dto.ts', find: "'required,max=100'", replace: "'required,max=99'" }],
  fails: {
    'POST /auth/register accepts valid bodies': 'RegisterDTO refuses this body: name',
  },
} satisfies Mistake;
