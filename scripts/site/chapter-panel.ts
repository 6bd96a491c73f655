import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf, type FileDifference } from '../workshop/difference.ts';
import { changesOfStep } from '../workshop/explanations.ts';
import { hintsOf } from '../workshop/hints.ts';
import { editorLink } from './editor.ts';
import type { Highlighter } from './highlighter.ts';
import { renderMarkdown, type Surroundings } from './markdown.ts';

/** Below a chapter's text: check it, take a hint, look at the difference to the solution. */
export function chapterPanel(chapter: Chapter, hints: Html, isStatic: boolean, passed: readonly number[]): Html {
  return html`<section class="panel" aria-labelledby="your-turn">
<h2 id="your-turn">Your turn</h2>
${isStatic ? staticSteps(chapter) : liveSteps(chapter, passed)}
<h3 id="hints">Hints</h3>
<p>A question first, then the place to look, then nearly the code. Open one, try again, and come back.</p>
${hints}
${isStatic ? undefined : difference(chapter)}
</section>`;
}

function liveSteps(chapter: Chapter, passed: readonly number[]): Html {
  return html`<p>Write your code in <code>chapters/${chapter.slug}/src</code>, and check it here or with <code>npm test ${chapter.number}</code>.
${editorLink(join(chapter.src, 'main.ts'), 'Open in editor')}</p>
<form method="post" action="/check/${chapter.slug}" data-check="${chapter.slug}"><button type="submit" class="primary">Check this chapter</button> <output class="outcome"></output></form>
<ol class="steps">
${chapter.steps.map(({ number, title, anchor }) => html`<li data-step="${number}"><a href="#${anchor}">${title}</a> <span class="verdict-word"></span><div class="verdict"></div>${ourVersion(chapter, number, passed)}</li>\n`)}</ol>`;
}

/** Hidden until the step passes. */
function ourVersion({ slug }: Chapter, step: number, passed: readonly number[]): Html {
  const address = `/explain/${slug}/${step}`;
  const body = html`<summary>Our version, and why</summary><div class="difference-body" aria-live="polite"><a href="${address}">Show it on a page of its own</a></div>`;
  return passed.includes(step)
    ? html`<details class="difference" data-fragment="${address}">${body}</details>`
    : html`<details class="difference" data-fragment="${address}" hidden>${body}</details>`;
}

function staticSteps(chapter: Chapter): Html {
  return html`<p>Tick what you have done; this browser remembers it. <code>npm test ${chapter.number}</code> checks it for real.</p>
<ol class="steps">
${chapter.steps.map(
  ({ number, title }) =>
    html`<li><label><input type="checkbox" data-tick="${chapter.slug}" value="${number}"> ${title}</label></li>\n`,
)}</ol>`;
}

function difference({ slug }: Chapter): Html {
  return html`<h3 id="solution">The solution</h3>
<details class="difference" data-fragment="/diff/${slug}"><summary>Show the difference between your code and the solution</summary><div class="difference-body" aria-live="polite"><a href="/diff/${slug}">Show it on a page of its own</a></div></details>`;
}

/** Each hint opens only inside the one before, so that nobody reads the last one by accident. */
export async function hintList(chapter: Chapter, surroundings: Surroundings): Promise<Html> {
  const items: Html[] = [];
  for (const [step, rungs] of hintsOf(chapter)) {
    let inner: Html | undefined;
    for (const { title, text } of [...rungs].reverse()) {
      const { markup } = await renderMarkdown(text, surroundings);
      inner = html`<details class="hint"><summary>${title}</summary>${raw(markup)}${inner}</details>`;
    }
    const name = chapter.steps.find(({ number }) => number === step)?.title ?? '';
    items.push(html`<details class="hint"><summary>Step ${step}: ${name}</summary>${inner}</details>\n`);
  }
  return items.length > 0 ? html`${items}` : html`<p>This chapter has no hints yet.</p>`;
}

/** The difference, file by file, as markup. */
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
): Promise<Html> {
  return html`${await patchFigures(chapter, changesOfStep(chapter, step), highlighter)}${why}`;
}

async function patchFigures(
  chapter: Chapter,
  differences: readonly FileDifference[],
  highlighter: Highlighter,
): Promise<Html[]> {
  const figures: Html[] = [];
  for (const { file, patch } of differences) {
    const markup = await highlighter.highlight(patch, 'diff');
    figures.push(
      html`<figure class="code" data-language="diff"><figcaption><span>src/${file}</span>${editorLink(join(chapter.src, file), 'Open in editor')}</figcaption><pre tabindex="0"><code>${raw(markup)}</code></pre></figure>`,
    );
  }
  return figures;
}
