import type { Mistake } from '#check';

export default {
  summary: 'Readers get a 503 after two seconds, and the attempts go on without a limit.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `        attempts: 3,
        pause: 50,`,
      replace: `        pause: 1_000,`,
    },
    {
      file: 'related/related.service.ts',
      find: `      return await again(`,
      replace: `      return await soon(again(`,
    },
    {
      file: 'related/related.service.ts',
      find: `{ post_id, attempt }),
      });`,
      replace: `{ post_id, attempt }),
      }));`,
    },
    {
      file: 'related/related.service.ts',
      find: `/** What else somebody could read`,
      replace: `/** Nobody waits for more than two seconds. */
function soon<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, 2_000, new Error('too late')))]);
}

/** What else somebody could read`,
    },
  ],
  fails: {
    'while the service fails, it gets few requests, and readers get a response':
      'no requests for readers who have their response already',
  },
} satisfies Mistake;
