import type { Alternative } from '#check';

export default {
  summary: 'The key is written into the table together with the letter.',
  step: 3,
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `      // The same for every attempt, so that the service recognizes a letter that it has received before.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...traceHeaders() },
`,
      replace: `      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotency_key, ...traceHeaders() },
`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `async #send({ id, recipient, subject }`,
      replace: `async #send({ id, recipient, subject, idempotency_key }`,
    },
    {
      file: 'letters/letters.ts',
      find: `  attempts: number;
}`,
      replace: `  attempts: number;
  idempotency_key: string;
}`,
    },
    {
      file: 'letters/letters.ts',
      find: `insert into letters (id, user_id, subject, traceparent, attempts, due_at)`,
      replace: `insert into letters (id, user_id, subject, traceparent, attempts, due_at, idempotency_key)`,
    },
    {
      file: 'letters/letters.ts',
      find: `0, \${this.clock.now()})\`;`,
      replace: `0, \${this.clock.now()}, \${uuid()})\`;`,
    },
    {
      file: 'letters/letters.ts',
      find: `returning id, subject,`,
      replace: `returning id, idempotency_key, subject,`,
    },
    {
      file: 'store/schema.ts',
      find: `      due_at bigint
    )\`,
  },
];`,
      replace: `      due_at bigint
    )\`,
  },
  {
    name: 'keys of the letters',
    apply: async (tx) => {
      await tx.run\`alter table letters add column idempotency_key text not null default ''\`;
      await tx.run\`update letters set idempotency_key = id\`;
    },
  },
];`,
    },
  ],
} satisfies Alternative;
