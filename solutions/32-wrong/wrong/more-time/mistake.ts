import type { Mistake } from '#check';

export default {
  summary: 'The blog waits thirty seconds for the mail service instead of one.',
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
      find: `const patience = 1_000;`,
      replace: `const patience = 30_000;`,
    },
  ],
  fails: {
    'no letter is printed twice': 'A longer timeout does not help',
  },
} satisfies Mistake;
