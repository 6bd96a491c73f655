import type { Mistake } from '#check';

export default {
  summary: 'The key is the id of the trace, and one trace may have several bookings.',
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `{ id, recipient, subject }: Letter`,
      replace: `{ id, recipient, subject, traceparent }: Letter`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `'Idempotency-Key': id,`,
      replace: `'Idempotency-Key': traceparent.slice(3, 35),`,
    },
  ],
  fails: { 'every booking has its letter': 'the same Idempotency-Key' },
} satisfies Mistake;
