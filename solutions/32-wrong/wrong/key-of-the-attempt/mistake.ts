import type { Mistake } from '#check';

export default {
  summary: 'The key is made of the letter and the number of the attempt.',
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `      // The same for every attempt, so that the service recognizes a letter that it has received before.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...traceHeaders() },
`,
      replace: `      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': \`\${id}-\${attempts}\`, ...traceHeaders() },
`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `async #send({ id, recipient, subject }`,
      replace: `async #send({ id, recipient, subject, attempts }`,
    },
  ],
  fails: {
    'no letter is printed twice': 'another attempt has another Idempotency-Key',
  },
} satisfies Mistake;
