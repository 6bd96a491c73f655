import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import { counted } from '../explain/statements.ts';
import { siteAddress } from '../site-address.ts';
import type { Workshop } from '../workshop.ts';
import { partOf, partsIn } from './ending.ts';
import { writtenIn } from './written.ts';

/** What `npm test` says after the last tick of a chapter: what was written, and where the page is. Nothing if it can't be counted. */
export function endingLines(workshop: Workshop, repository: string, chapter: Chapter): string[] {
  try {
    return [chapterLine(workshop, chapter), ...partLines(workshop, repository, chapter)];
  } catch {
    // It is only an offer: a file that can't be read must not end the command that makes it.
    return [];
  }
}

function chapterLine(workshop: Workshop, chapter: Chapter): string {
  const { lines, files } = writtenIn(chapter, workshop.chapters);
  const wrote = lines === 0 ? '' : `${counted(lines, 'line')} of yours in ${counted(files, 'file')}. `;
  return `${wrote}To keep what you built: ${placeOf(workshop, chapter.slug, chapter.number)}`;
}

/** Only if this chapter was the last one that was missing, or could have been. */
function partLines(workshop: Workshop, repository: string, chapter: Chapter): string[] {
  const standings = workshop.standings();
  const isDone = ({ slug }: Chapter) => standings.some((each) => each.chapter.slug === slug && each.isDone);
  const parts = partsIn(repository, workshop.chapters);
  const part = partOf(chapter, parts);
  if (part === undefined || !part.chapters.every((each) => isDone(each.chapter))) return [];
  const number = parts.indexOf(part) + 1;
  const lines = [`${part.title} is done: ${placeOf(workshop, `part-${number}`, `part ${number}`)}`];
  if (standings.every((each) => each.isDone))
    lines.push(`So is the workshop: ${placeOf(workshop, 'workshop', 'workshop')}`);
  return lines;
}

function placeOf({ state }: Workshop, id: string, words: string): string {
  const site = siteAddress(state);
  return pc.cyan(site === undefined ? `npm run keep ${words}` : `${site}/ending/${id}/`);
}
