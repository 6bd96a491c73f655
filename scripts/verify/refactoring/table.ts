import type { ChapterAcceptance } from './chapter.ts';

/** Refusals with the check and its message, then a table with a row per chapter. */
export function printAcceptances(
  acceptances: readonly ChapterAcceptance[],
  print = (line: string) => console.log(line),
): void {
  for (const { chapter, refusals } of acceptances) {
    for (const { refactoring, places, check, message } of refusals) {
      print(`\n${chapter.slug} refuses "${refactoring}" in ${places.join(', ')}`);
      print(`  ✗ ${check}\n    ${message.replaceAll('\n', '\n    ')}`);
    }
  }
  print('\n| chapter | refactorings | places | refused |\n|---|---|---|---|');
  for (const { chapter, applied, places, refusals } of acceptances)
    print(`| ${chapter.slug} | ${applied} | ${places} | ${refusals.length} |`);
}
