import type { Alternative } from '#check';

export default {
  summary:
    'The key is the whole traceparent of the booking: its span belongs to one request, and the table keeps it for every attempt.',
  step: 3,
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `{ id, recipient, subject }: Letter`,
      replace: `{ id, recipient, subject, traceparent }: Letter`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `'Idempotency-Key': id,`,
      replace: `'Idempotency-Key': traceparent,`,
    },
  ],
} satisfies Alternative;
