import type { Alternative } from '#check';

export default {
  summary:
    'The number is read in the transaction. In SQLite, one transaction waits for the other; PostgreSQL would need `for update`.',
  step: 1,
  edits: [
    {
      file: 'events/bookings.service.ts',
      find: `      // The database subtracts. The number that we have read may be out of date by now.
      const row = await tx.get<{ seats_left: number }>\`
        update events set seats_left = seats_left - 1 where id = \${event.id} and seats_left > 0
        returning seats_left\`;
      if (row === undefined) throw new NoSeatLeft();
      const { seats_left } = row;
`,
      replace: `      const current = await tx.get<{ seats_left: number }>\`select seats_left from events where id = \${event.id}\`;
      if (current === undefined || current.seats_left === 0) throw new NoSeatLeft();
      const seats_left = current.seats_left - 1;
      await tx.run\`update events set seats_left = \${seats_left} where id = \${event.id}\`;
`,
    },
  ],
} satisfies Alternative;
