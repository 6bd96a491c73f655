import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../workshop/chapters.ts';
import { hintsOf } from '../workshop/hints.ts';
import { mistakesOf } from '../workshop/known-mistakes.ts';
import type { Finding } from './finding.ts';

const sections = ['You will build', 'Why', 'Under the hood', 'Recap', 'Going further'];
const fewestMistakes = 3;
const rungsPerStep = 3;

/** The form of a chapter: its sections, the numbering of its steps, three hints a step, enough known mistakes. */
export async function verifyForm(chapter: Chapter): Promise<Finding[]> {
  const place = `chapters/${chapter.slug}`;
  const readme = join(chapter.folder, 'README.md');
  if (!existsSync(readme)) return [{ place, problem: 'README.md is missing.' }];
  const text = readFileSync(readme, 'utf8');
  const problems = [
    ...sections
      .filter((title) => !text.includes(`\n## ${title}\n`))
      .map((title) => `README.md has no section "## ${title}".`),
    ...verifyNumbers(chapter),
    ...verifyHints(chapter),
    ...(text.startsWith(`# Chapter ${chapter.number}: `)
      ? []
      : [`README.md must begin with "# Chapter ${chapter.number}: …".`]),
  ];
  const mistakes = (await mistakesOf(chapter)).length;
  if (mistakes < fewestMistakes)
    problems.push(`there are ${mistakes} known mistakes; at least ${fewestMistakes} are required.`);
  return problems.map((problem) => ({ place, problem }));
}

function verifyNumbers({ steps }: Chapter): string[] {
  const problems = steps.flatMap(({ number }, index) =>
    number === index + 1 ? [] : [`README.md: found step ${number} where step ${index + 1} is expected.`],
  );
  if (steps.length < 3 || steps.length > 6) problems.push(`README.md has ${steps.length} steps; a chapter has 3 to 6.`);
  return problems;
}

function verifyHints(chapter: Chapter): string[] {
  const hints = hintsOf(chapter);
  const missing = chapter.steps.filter(({ number }) => hints.get(number)?.length !== rungsPerStep);
  const extra = [...hints.keys()].filter((step) => !chapter.steps.some(({ number }) => number === step));
  return [
    ...missing.map(
      ({ number }) =>
        `hints.md has ${hints.get(number)?.length ?? 0} hints for step ${number}; it needs ${rungsPerStep}.`,
    ),
    ...extra.map((step) => `hints.md has hints for step ${step}, which the README does not have.`),
  ];
}
