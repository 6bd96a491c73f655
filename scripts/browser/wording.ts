/* The workshop's output speaks to somebody at a terminal. A page has a button instead of the commands, and saves by itself. */

const words: readonly (readonly [RegExp, string])[] = [
  [/Then: npm test \d\d checks your steps\. Ctrl-C stops\./g, 'Then: the button Check checks your steps.'],
  [/Waiting for the next save\./g, 'Waiting for your next change.'],
  [/^Saved\. Starting again …/gm, 'Changed. Starting again …'],
  [
    /Chapter \d\d isn't running, so it is started for this attack\./g,
    'Another copy of your program is started for this attack.',
  ],
  [/The terminal of npm run chapter shows where\./g, 'The tab Output shows where.'],
  [
    /npm run reset \d\d brings the starter back \(your work is saved first\)\./g,
    '“Files …” and “Start again from the starter” bring it back (your work is kept).',
  ],
];

/** What the terminal prints, as a page says it. */
export function inPage(text: string): string {
  return words.reduce((said, [pattern, replacement]) => said.replace(pattern, replacement), text);
}
