import type { Mistake } from '#check';

export default {
  summary: 'The list of the guests is cut after as many names as there are seats.',
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
      replace: `    const outcome = await this.#take(event, user_id);
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
      file: 'events/events.service.ts',
      find: `      order by bookings.created_at, users.id\`;`,
      replace: `      order by bookings.created_at, users.id
      limit (select seats from events where id = \${id})\`;`,
    },
  ],
  fails: {
    'no evening has more guests than chairs': 'those who are not on it still have a letter',
    'the free seats and the guests add up to all seats': 'all but one of the changes are lost',
  },
} satisfies Mistake;
