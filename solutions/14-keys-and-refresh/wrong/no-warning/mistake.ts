import type { Mistake } from '#check';

export default {
  summary: 'Nobody finds out about the used token.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: "    this.log.warn('a used refresh token came back, so its family is revoked', { user_id: family.user_id });\n",
      replace: '',
    },
  ],
  fails: {
    'the log has a warning about the used token, without the token': 'consume does not call this.log.warn(…)',
  },
} satisfies Mistake;
