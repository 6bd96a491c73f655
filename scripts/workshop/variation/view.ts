import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import { renderFailure } from '../failure-view.ts';
import { indent } from '../steps-view.ts';
import { type ExaminedVariation, isPassing } from './examine.ts';

/** The line of the variation below the steps of a chapter, with the first rule that it breaks. */
export function variationView(chapter: Chapter, examined: ExaminedVariation, width?: number): string {
  const { number, slug, variation } = chapter;
  const { results, hasStar, isUntouched } = examined;
  const title = `On your own: ${variation?.title}`;
  const task = `chapters/${slug}/README.md, "On your own"`;
  if (hasStar) return `  ${pc.green('★')} ${title}\n`;
  const star = `  ${pc.dim('☆')} ${title}`;
  if (isUntouched) return [star, pc.dim(`    For a star, without instructions: ${task}`), ''].join('\n');
  const passing = results.filter(isPassing).length;
  const open = results.find((result) => !isPassing(result));
  const problem = open?.failure === undefined ? open?.skipped : renderFailure(open.failure, width && width - 6);
  return [
    `${star}${pc.dim(`  ${passing} of ${results.length} rules`)}`,
    '',
    indent(pc.bold(open?.name ?? ''), 6),
    indent(problem ?? '', 6),
    '',
    indent(`  Read: ${task}`, 4),
    pc.dim(`    Your steps are done without it. Stuck? npm run hint ${number} star`),
    '',
  ].join('\n');
}
