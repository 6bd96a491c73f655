import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * The first failed check in the output of `npm test 01`, at the heading of its step, in the form that the problem matcher of
 * tasks.json reads. Undefined if nothing failed. `folder` is the repository, as a URL.
 *
 * @param {string} output
 * @param {URL} folder
 * @returns {string | undefined}
 */
export function problemLine(output, folder) {
  const text = stripVTControlCharacters(output);
  const [, step] = /^ {2}✗ Step (\d+): /m.exec(text) ?? [];
  const [, readme] = /Read: step \d+ in (\S+README\.md)/.exec(text) ?? [];
  if (step === undefined || readme === undefined) return undefined;
  // The message of a program that doesn't start has one line, and belongs to no check.
  const [, name = '', problem] = /^ {2}✗ Step .*\n\n {4}(.*)\n(?: {4}(.*)\n)?/m.exec(text) ?? [];
  const lines = readFileSync(new URL(readme, folder), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.startsWith(`## Step ${step}:`)) + 1;
  return `${readme}:${line}: error: Step ${step}: ${problem === undefined ? name : `${name}. ${problem}`}`;
}
