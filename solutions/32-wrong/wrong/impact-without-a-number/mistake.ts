import type { Mistake } from '#check';

export default {
  summary: 'The impact says that it was bad, and not how bad.',
  edits: [
    {
      file: 'timeline.md',
      find: `Every event that was opened while the fault was there: 12 bookings for 8 seats, so that 4 people of each had a letter and no chair.`,
      replace: `Many people were angry, and some of them had no chair.`,
    },
  ],
  fails: {
    'the timeline is complete, in order, and supported by evidence': 'no number in digits',
  },
} satisfies Mistake;
