import type { Mistake } from '#check';

export default {
  summary: 'The key is what the letter says, and to whom. An evening that is repeated has the same text.',
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `      // The same for every attempt, so that the service recognizes a letter that it has received before.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...traceHeaders() },
`,
      replace: `      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': \`\${recipient} \${subject}\`, ...traceHeaders() },
`,
    },
  ],
  fails: {
    'every booking has its letter': 'two letters have the same Idempotency-Key',
  },
} satisfies Mistake;
