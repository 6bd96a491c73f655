import type { Mistake } from '#check';

export default {
  summary: 'A letter that fails is never sent again.',
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `      // The same for every attempt, so that the service recognizes a letter that it has received before.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...traceHeaders() },
`,
      replace: `      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...traceHeaders() },
`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `import { setInterval }`,
      replace: `import { randomUUID } from 'node:crypto';
import { setInterval }`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `      await this.letters.retry(letter);`,
      replace: `      await this.letters.finish(letter);`,
    },
  ],
  fails: {
    'every booking has its letter': 'there is no other attempt',
  },
} satisfies Mistake;
