import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { type Comparison, isAlike, NotReplayed, type Replayed, replay } from '../workshop/replay/replay.ts';
import { andThisOne, partAfter, partBefore, rowsOf } from '../workshop/replay/replay-view.ts';
import type { Workshop } from '../workshop/workshop.ts';

/** What a page shows below a failed step: its request once more, in the learner's code beside the solution. */
export async function replayPart(workshop: Workshop, chapter: Chapter): Promise<Html> {
  const failure = workshop.failures.of(chapter);
  if (failure === undefined) return html`<p>No failed check is kept. Check this chapter first.</p>`;
  try {
    return replayedPart(await replay(chapter, failure));
  } catch (error) {
    if (!(error instanceof NotReplayed)) throw error;
    return html`<pre tabindex="0">${error.message}</pre>`;
  }
}

function replayedPart({ looked, other, before }: Replayed): Html {
  const count = before === 1 ? 'the request' : `the ${before} requests`;
  const head = html`<p>Sent to both${before > 0 && `, after ${count} before it`}: <code>${looked.curl}</code></p>`;
  const alike = html`<p>Both answer alike. If you have changed your code since, check it again.</p>`;
  if (other === undefined) return html`${head}${comparisonPart(looked)}${isAlike(looked) && alike}`;
  const part = (title: string) => html`<p>${title} <code>${other.curl}</code></p>${comparisonPart(other)}`;
  return other.isBefore
    ? html`${head}${part(partBefore)}<p>${andThisOne}</p>${comparisonPart(looked)}`
    : html`${head}${comparisonPart(looked)}${part(partAfter)}`;
}

function comparisonPart({ mine, solution, parting, differences }: Comparison): Html {
  return html`${parting && html`<p class="parting">${parting.sentence}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="The two trips"><table class="trips"><thead><tr><th scope="col">Yours</th><th scope="col">The solution</th></tr></thead><tbody>
${rowsOf(mine, solution, parting).map((row) => html`<tr class="${row.isMarked ? 'parted' : ''}"><td>${row.isMarked && html`<span class="visually-hidden">They part here: </span>`}${row.mine}</td><td>${row.solution}</td></tr>\n`)}</tbody></table></div>
${
  differences.length > 0 &&
  html`<div class="scroll" tabindex="0" role="region" aria-label="The two answers"><table><thead><tr><th scope="col">The answers</th><th scope="col">Yours</th><th scope="col">The solution</th></tr></thead><tbody>
${differences.map(({ what, mine, solution }) => html`<tr><th scope="row">${what}</th><td>${mine}</td><td>${solution}</td></tr>\n`)}</tbody></table></div>`
}`;
}
