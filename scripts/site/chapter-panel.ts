import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf } from '../workshop/difference.ts';
import { hintsOf } from '../workshop/hints.ts';
import { editorLink } from './editor.ts';
import type { Highlighter } from './highlighter.ts';
import { renderMarkdown, type Surroundings } from './markdown.ts';

/** Below a chapter's text: check it, take a hint, look at the difference to the solution. */
export function chapterPanel(chapter: Chapter, hints: Html, isStatic: boolean): Html {
  return html`<section class="panel" aria-labelledby="your-turn">
<h2 id="your-turn">Your turn</h2>
${isStatic ? staticSteps(chapter) : liveSteps(chapter)}
<h3 id="hints">Hints</h3>
<p>A question first, then the place to look, then nearly the code. Open one, try again, and come back.</p>
${hints}
${isStatic ? undefined : difference(chapter)}
</section>`;
}

function liveSteps(chapter: Chapter): Html {
  return html`<p>Write your code in <code>chapters/${chapter.slug}/src</code>, and check it here or with <code>npm test ${chapter.number}</code>.
${editorLink(join(chapter.src, 'main.ts'), 'Open in editor')}</p>
<form method="post" action="/check/${chapter.slug}" data-check="${chapter.slug}"><button type="submit" class="primary">Check this chapter</button> <output class="outcome"></output></form>
<ol class="steps">
${chapter.steps.map(({ number, title, anchor }) => html`<li data-step="${number}"><a href="#${anchor}">${title}</a> <span class="verdict-word"></span><div class="verdict"></div></li>\n`)}</ol>`;
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
<details class="difference" data-diff="${slug}"><summary>Show the difference between your code and the solution</summary><div class="difference-body" aria-live="polite"><a href="/diff/${slug}">Show it on a page of its own</a></div></details>`;
}

/** Rung by rung: each opens only inside of the one before, so that nobody reads the last one by accident. */
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
  if (differences.length === 0) return html`<p>Your code is the solution, letter by letter.</p>`;
  const figures: Html[] = [];
  for (const { file, patch } of differences) {
    // The file stands in the caption; the two lines that name it again, and their "no newline" remark, are for programs.
    const lines = patch.split('\n').filter((line) => !/^(---|\+\+\+|\\ No newline)/.test(line));
    const markup = await highlighter.highlight(lines.join('\n').trimEnd(), 'diff');
    figures.push(
      html`<figure class="code" data-language="diff"><figcaption><span>src/${file}</span>${editorLink(join(chapter.src, file), 'Open in editor')}</figcaption><pre tabindex="0"><code>${raw(markup)}</code></pre></figure>`,
    );
  }
  return html`<p>Lines with a minus are yours, lines with a plus the solution’s. There are other right answers: the check decides.</p>${figures}`;
}
