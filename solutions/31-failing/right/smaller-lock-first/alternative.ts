import type { Alternative } from '#check';

export default {
  summary: 'Whoever comes first in the alphabet is locked first, with a comparison instead of a sort.',
  step: 4,
  edits: [
    {
      file: 'points/points.service.ts',
      find: `    const [first, second] = [from, to].sort() as [string, string];`,
      replace: `    const [first, second] = from < to ? [from, to] : [to, from];`,
    },
  ],
} satisfies Alternative;
