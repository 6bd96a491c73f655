import type { Mistake } from '#check';

export default {
  summary: 'The rate contains all requests since the start of the program.',
  edits: [
    {
      file: 'observe/questions.ts',
      find: "sum(increases(before, after, 'http_requests_total')) / seconds",
      replace: "sum(after.filter(({ name }) => name === 'http_requests_total')) / seconds",
    },
  ],
  fails: {
    'the rate is the growth of all counters per second': 'counters are used as they are',
  },
} satisfies Mistake;
