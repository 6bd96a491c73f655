import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import type { ExaminedVariation } from '../workshop/variation/examine.ts';
import { isPassing } from '../workshop/variation/examine.ts';
import { failureView } from './failure-view.ts';

export interface VariationState {
  readonly hasStar: boolean;
  /** Only if this process has examined it. */
  readonly examined?: ExaminedVariation;
}

/** The line of the variation at the end of a chapter, with the first rule that the program breaks. */
export function variationLine({ variation, number }: Chapter, state: VariationState | undefined): Html | undefined {
  if (variation === undefined) return undefined;
  const { hasStar = false, examined } = state ?? {};
  const star = html`<span class="star" aria-hidden="true">${hasStar ? '★' : '☆'}</span>`;
  const link = html`<a href="#${variation.anchor}">On your own: ${variation.title}</a>`;
  const note = hasStar
    ? 'Your program keeps its rules.'
    : state === undefined
      ? html`<code>npm test ${number}</code> gives the star, in a clone.`
      : rulesOf(examined);
  return html`<p>${star} ${link} <span class="soft">${note}</span></p>`;
}

function rulesOf(examined: ExaminedVariation | undefined): string {
  if (examined === undefined || examined.isUntouched) return 'A star for those who find a way of their own.';
  return `${examined.results.filter(isPassing).length} of ${examined.results.length} rules.`;
}

/** The line, and the failure if the learner has begun. */
export function variationPart(chapter: Chapter, state: VariationState | undefined): Html | undefined {
  const { examined, hasStar = false } = state ?? {};
  const failed = hasStar || examined?.isUntouched ? undefined : examined?.results.find(({ failure }) => failure);
  // Its request can't be compared with the solution, which has nothing of the variation.
  const detail = failed && failureView(chapter, { ...failed, exchange: undefined });
  const line = variationLine(chapter, state);
  return line && html`${line}${detail}`;
}
