import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf, type FileDifference, noDifference, whoseLines } from '../workshop/difference.ts';
import { changesOfStep } from '../workshop/explanations.ts';
import { editorLink } from './editor.ts';
import type { Highlighter } from './highlighter.ts';

/** The learner's code against the solution as of a step, or against all of it, file by file. */
export async function differenceView(
  chapter: Chapter,
  step: number | undefined,
  highlighter: Highlighter,
): Promise<Html> {
  const differences = differenceOf(chapter, step);
  const whole =
    step !== undefined && html`<p><a href="/diff/${chapter.slug}?step=all">Compare it with the whole solution</a></p>`;
  if (differences.length === 0) return html`<p>${noDifference(step)}</p>${whole}`;
  const figures = await patchFigures(chapter, differences, highlighter);
  return html`<p>${whoseLines(step)}</p>${figures}${whole}`;
}

/** Our version of one step, file by file, and why it is written that way. */
export async function explanationView(
  chapter: Chapter,
  step: number,
  why: Html,
  highlighter: Highlighter,
  isStatic: boolean,
): Promise<Html> {
  const figures = await patchFigures(chapter, changesOfStep(chapter, step), highlighter, isStatic);
  const before = step === 1 ? 'the starter' : `our version of step ${step - 1}`;
  return html`${figures.length > 0 && html`<p>What this step changes in ${before}:</p>`}${figures}${why}`;
}

async function patchFigures(
  chapter: Chapter,
  differences: readonly FileDifference[],
  highlighter: Highlighter,
  isStatic = false,
): Promise<Html[]> {
  const figures: Html[] = [];
  for (const { file, patch, versions } of differences) {
    const markup = await highlighter.highlight(patch, 'diff', { within: versions });
    figures.push(
      html`<figure class="code" data-language="diff"><figcaption><span>src/${file}</span>${!isStatic && editorLink(join(chapter.src, file), 'Open in editor')}</figcaption><pre tabindex="0"><code>${raw(markup)}</code></pre></figure>`,
    );
  }
  return figures;
}
