import type { Mistake } from '#check';

export default {
  summary: 'Letters that were sent are remembered, and the others are sent again under another key.',
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
`,
      replace: `      if (!this.#sent.has(id)) await this.#send(letter, signal);
      this.#sent.add(id);
`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `  readonly #stop =`,
      replace: `  readonly #sent = new Set<string>();
  readonly #stop =`,
    },
  ],
  fails: {
    'no letter is printed twice': 'another attempt has another Idempotency-Key',
  },
} satisfies Mistake;
