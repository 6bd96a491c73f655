import type { Mistake } from '#check';

export default {
  summary: 'Another attempt is only made after a response that refuses the letter.',
  edits: [
    {
      file: 'letters/letter-sender.ts',
      find: `'Idempotency-Key': id,`,
      replace: `'Idempotency-Key': crypto.randomUUID(),`,
    },
    {
      file: 'letters/letter-sender.ts',
      find: `      await this.letters.retry(letter);`,
      replace: `      if (error instanceof Error && error.message.startsWith('The mail service responded')) await this.letters.retry(letter);
      else await this.letters.finish(letter);`,
    },
  ],
  fails: { 'every booking has its letter': 'nobody can know' },
} satisfies Mistake;
