import type { Alternative } from '#check';

export default {
  summary: 'The bookings are counted in the transaction, and the stored number follows from them.',
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
      replace: `      const { changes: taken } = await tx.run\`
        update events
        set seats_left = seats - (select count(*) from bookings where event_id = \${event.id})
        where id = \${event.id} and seats >= (select count(*) from bookings where event_id = \${event.id})\`;
      if (taken === 0) throw new NoSeatLeft();
      const { seats_left } = (await tx.get<{ seats_left: number }>\`
        select seats_left from events where id = \${event.id}\`)!;
`,
    },
  ],
} satisfies Alternative;
