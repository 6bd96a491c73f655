import type { Mistake } from '#check';

export default {
  summary: 'Five are still fewer than six.',
  edits: [{ file: 'auth/api-keys.service.ts', find: 'made!.count >= mostKeys', replace: 'made!.count > mostKeys' }],
  fails: {
    'nobody gets a sixth API key, whichever way they come': 'throw TooManyKeys at five',
  },
} satisfies Mistake;
