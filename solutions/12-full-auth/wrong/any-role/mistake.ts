import type { Mistake } from '#check';

export default {
  summary: 'The new claim is believed to be a text because it is signed.',
  edits: [{ file: 'auth/tokens.service.ts', find: '[user_id, email, role].every', replace: '[user_id, email].every' }],
  fails: { 'a token whose role is no text is none of ours': 'its role is the number 5' },
} satisfies Mistake;
