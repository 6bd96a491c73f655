import type { Alternative } from '#check';

export default {
  summary: 'Each gift is one transaction that reads and writes, and needs no locks.',
  step: 4,
  edits: [
    {
      file: 'points/points.service.ts',
      find: `    const [first, second] = [from, to].sort() as [string, string];
    return this.locks.with(first, by, () =>
      this.locks.with(second, by, async () => {
        const left = (await this.of(from)) - points;
        return left < 0 ? 'poor' : this.#move(from, left, to, points);
      }),
    );
`,
      replace: `    return this.db.transaction(async (tx) => {
      const left = (await this.#balance(tx, from)) - points;
      if (left < 0) return 'poor';
      await this.#set(tx, from, left);
      await this.#set(tx, to, (await this.#balance(tx, to)) + points);
      this.log.info('points given', { from, to, points });
      return left;
    });
`,
    },
    {
      file: 'points/points.service.ts',
      find: `    const by = \`\${from} thanks \${to}\`;
`,
      replace: ``,
    },
    {
      file: 'points/points.service.ts',
      find: `    const row = await this.db.get<{ points: number }>\`select points from points where user_id = \${user_id}\`;
    return row?.points ?? start;
  }
`,
      replace: `    return this.#balance(this.db, user_id);
  }

  async #balance(db: Database, user_id: string): Promise<number> {
    const row = await db.get<{ points: number }>\`select points from points where user_id = \${user_id}\`;
    return row?.points ?? start;
  }
`,
    },
  ],
} satisfies Alternative;
