import type { Mistake } from '#check';

export default {
  summary: 'Looks whether the row exists, and inserts it if not: two processes that look at the same time find none.',
  edits: [
    {
      file: 'store/migrations.ts',
      find: 'const { changes } = await tx.run`',
      replace:
        'if (await tx.get`select number from migrations where number = ${number}`) return false;\n      await tx.run`',
    },
    { file: 'store/migrations.ts', find: '\n        on conflict (number) do nothing`;', replace: '`;' },
    { file: 'store/migrations.ts', find: '      if (changes === 0) return false;\n', replace: '' },
  ],
  fails: { 'of two programs that start at once, one applies each migration': 'Insert it without looking' },
} satisfies Mistake;
