import { bench } from '../../bench/main.mjs';

export const usage = {
  summary: 'CPU time per request against other frameworks (maintainers)',
  words: '[what] [quick]',
  examples: ['bench', 'bench blog', 'bench router quick'],
};

/** Plain JavaScript: this process sends the requests, and no loader should work beside it. */
export function run(words) {
  return bench(words);
}
