const day = [
  { name: 'tent', setUp: () => console.log('tent up'), takeDown: () => console.log('tent down') },
  { name: 'lamp', setUp: () => console.log('lamp on'), takeDown: () => console.log('lamp off') },
  {
    name: 'fire',
    setUp: () => {
      throw new Error('the wood is wet');
    },
    takeDown: () => console.log('fire out'),
  },
];

const standing: typeof day = [];
try {
  for (const part of day) {
    part.setUp();
    standing.push(part);
  }
} catch (error) {
  console.log(`${(error as Error).message}, so we go home`);
  for (let part = standing.pop(); part !== undefined; part = standing.pop()) part.takeDown();
}
