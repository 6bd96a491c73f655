import type { Alternative } from '#check';

export default {
  summary: 'The key is a digest of what the letter is.',
  step: 3,
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `      // The same for every attempt, so that the service recognizes a letter that it has received before.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...traceHeaders() },
`,
      replace: `      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...traceHeaders() },
`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `    const response = await fetch(\`\${this.letters.url}`,
      replace: `    const key = createHash('sha256').update(\`letter \${id}\`).digest('hex');
    const response = await fetch(\`\${this.letters.url}`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `import { setInterval }`,
      replace: `import { createHash } from 'node:crypto';
import { setInterval }`,
    },
  ],
} satisfies Alternative;
