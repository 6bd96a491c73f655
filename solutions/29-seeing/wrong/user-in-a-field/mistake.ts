import type { Mistake } from '#check';

export default {
  summary: 'A middleware keeps the user of the current request in a field, which all requests share.',
  edits: [
    { file: 'auth/bearer-auth.ts', find: '  isPresent(ctx', replace: "  #user = '';\n\n  isPresent(ctx" },
    {
      file: 'auth/bearer-auth.ts',
      find: '    const isCurrent',
      replace: '    this.#user = claims.user_id;\n    const isCurrent',
    },
    {
      file: 'auth/bearer-auth.ts',
      find: 'addLogFields({ user_id: claims.user_id })',
      replace: 'addLogFields({ user_id: this.#user })',
    },
  ],
  fails: {
    'lines of several users at once are not mixed up': 'which all requests share',
  },
} satisfies Mistake;
