import type { Mistake } from '#check';

export default {
  summary: 'The database subtracts, also if no seat is left.',
  edits: [
    {
      file: 'events/bookings.service.ts',
      find: `where id = \${event.id} and seats_left > 0
        returning`,
      replace: `where id = \${event.id}
        returning`,
    },
  ],
  fails: {
    'every seat is sold, and everybody gets an answer': 'The CHECK constraint of the table refuses',
  },
} satisfies Mistake;
