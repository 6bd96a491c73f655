import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf, type FileDifference } from '../workshop/difference.ts';
import { changesOfStep } from '../workshop/explanations.ts';
import { editorLink } from './editor.ts';
import type { Highlighter } from './highlighter.ts';

/** The learner's code against the solution, file by file. */
export async function differenceView(chapter: Chapter, highlighter: Highlighter): Promise<Html> {
  const differences = differenceOf(chapter);
  if (differences.length === 0) return html`<p>Your code is identical to the solution.</p>`;
  const figures = await patchFigures(chapter, differences, highlighter);
  return html`<p>Lines with a minus are yours, lines with a plus are the solution’s. There are other correct solutions: the check decides.</p>${figures}`;
}

/** Our version of one step, file by file, and why it is written that way. */
export async function explanationView(
  chapter: Chapter,
  step: number,
  why: Html,
  highlighter: Highlighter,
  isStatic: boolean,
): Promise<Html> {
  return html`${await patchFigures(chapter, changesOfStep(chapter, step), highlighter, isStatic)}${why}`;
}

async function patchFigures(
  chapter: Chapter,
  differences: readonly FileDifference[],
  highlighter: Highlighter,
  isStatic = false,
): Promise<Html[]> {
  const figures: Html[] = [];
  for (const { file, patch } of differences) {
    const markup = await highlighter.highlight(patch, 'diff');
    figures.push(
      html`<figure class="code" data-language="diff"><figcaption><span>src/${file}</span>${!isStatic && editorLink(join(chapter.src, file), 'Open in editor')}</figcaption><pre tabindex="0"><code>${raw(markup)}</code></pre></figure>`,
    );
  }
  return figures;
}
