import type { Mistake } from '#check';

export default {
  summary: 'The key is the address of the reader, who gets one letter and never another.',
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `      // The same for every attempt, so that the service recognizes a letter that it has received before.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...traceHeaders() },
`,
      replace: `      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': recipient, ...traceHeaders() },
`,
    },
  ],
  fails: {
    'every booking has its letter': 'two letters have the same Idempotency-Key',
  },
} satisfies Mistake;
