import type { Mistake } from '#check';

export default {
  summary: 'While one request books a seat, all others are told that there is none.',
  edits: [
    {
      file: 'events/bookings.service.ts',
      find: `/** Rolls the transaction back. */
class NoSeatLeft extends Error {}

`,
      replace: ``,
    },
    {
      file: 'events/bookings.service.ts',
      find: `    const outcome = await this.#take(event, user_id).catch((error: unknown) => {
      if (error instanceof NoSeatLeft) return 'full' as const;
      throw error;
    });
`,
      replace: `    if (this.#busy.has(event_id)) return 'full';
    this.#busy.add(event_id);
    const outcome = await this.#take(event, user_id).finally(() => this.#busy.delete(event_id));
`,
    },
    {
      file: 'events/bookings.service.ts',
      find: `      // The database subtracts. The number that we have read may be out of date by now.
      const row = await tx.get<{ seats_left: number }>\`
        update events set seats_left = seats_left - 1 where id = \${event.id} and seats_left > 0
        returning seats_left\`;
      if (row === undefined) throw new NoSeatLeft();
      const { seats_left } = row;
`,
      replace: `      const seats_left = event.seats_left - 1;
      await tx.run\`update events set seats_left = \${seats_left} where id = \${event.id}\`;
`,
    },
    {
      file: 'events/bookings.service.ts',
      find: `  @inject(OverviewService)`,
      replace: `  readonly #busy = new Set<string>();
  @inject(OverviewService)`,
    },
  ],
  fails: {
    'every seat is sold, and everybody gets an answer': 'a reader is refused because somebody else is booking',
  },
} satisfies Mistake;
