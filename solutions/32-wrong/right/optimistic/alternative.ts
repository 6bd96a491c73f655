import type { Alternative } from '#check';

export default {
  summary: 'The update only happens if the number is still the one that was read; otherwise the request tries again.',
  step: 1,
  edits: [
    {
      file: 'events/bookings.service.ts',
      find: `/** Rolls the transaction back. */
class NoSeatLeft extends Error {}

`,
      replace: `/** Somebody was quicker. */
class Outdated extends Error {}

`,
    },
    {
      file: 'events/bookings.service.ts',
      find: `    const outcome = await this.#take(event, user_id).catch((error: unknown) => {
      if (error instanceof NoSeatLeft) return 'full' as const;
      throw error;
    });
`,
      replace: `    const outcome = await this.#take(event, user_id).catch((error: unknown) => {
      if (error instanceof Outdated) return this.book(event_id, user_id);
      throw error;
    });
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
      const { changes: taken } = await tx.run\`
        update events set seats_left = \${seats_left} where id = \${event.id} and seats_left = \${event.seats_left}\`;
      if (taken === 0) throw new Outdated();
`,
    },
  ],
} satisfies Alternative;
