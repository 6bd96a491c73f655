import type { Mistake } from '#check';

export default {
  summary: 'A letter counts as sent before it is.',
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
      find: `      await this.#send(letter, signal);
      await this.letters.finish(letter);
`,
      replace: `      await this.letters.finish(letter);
      await this.#send(letter, signal);
`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `      await this.letters.retry(letter);
`,
      replace: ``,
    },
  ],
  fails: {
    'every booking has its letter': 'before anybody knows that it was',
  },
} satisfies Mistake;
