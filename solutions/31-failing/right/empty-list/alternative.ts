import type { Alternative } from '#check';

export default {
  summary: 'After three attempts, the list is empty instead of an error.',
  step: 2,
  edits: [
    {
      file: 'related/related.service.ts',
      find: `      throw new HttpError(503, 'Related posts are not available', { cause: error });`,
      replace: `      this.log.error('no related posts', { post_id, error });
      return [];`,
    },
    {
      file: 'related/related.service.ts',
      find: `import { Database, HttpError, inject, Log } from 'trellis';`,
      replace: `import { Database, inject, Log } from 'trellis';`,
    },
  ],
} satisfies Alternative;
