import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf } from '../workshop/difference.ts';
import { hintsOf } from '../workshop/hints.ts';
import type { Highlighter } from './highlighter.ts';
import { renderMarkdown } from './markdown.ts';

/** Below a chapter's text: check it, take a hint, look at the difference to the solution. */
export async function chapterPanel(chapter: Chapter, highlighter: Highlighter, isStatic: boolean): Promise<Html> {
  const hints = await hintList(chapter, highlighter);
  return html`<section class="panel" aria-labelledby="your-turn">
<h2 id="your-turn">Your turn</h2>
${isStatic ? staticSteps(chapter) : liveSteps(chapter)}
<h3 id="hints">Hints</h3>
${hints}
${isStatic ? undefined : html`<details class="difference" data-diff="${chapter.slug}"><summary>The difference between your code and the solution</summary><div class="difference-body"><a href="/diff/${chapter.slug}">Show it</a></div></details>`}
</section>`;
}

function liveSteps(chapter: Chapter): Html {
  return html`<p>Write your code in <code>chapters/${chapter.slug}/src</code>, and check it here or with <code>npm test ${chapter.number}</code>.
<a href="vscode://file/${editorPath(join(chapter.src, 'main.ts'))}">Open in the editor</a></p>
<form method="post" action="/check/${chapter.slug}" data-check="${chapter.slug}"><button type="submit" class="primary">Check this chapter</button></form>
<ol class="steps" data-steps aria-live="polite">
${chapter.steps.map(({ number, title, anchor }) => html`<li data-step="${number}"><a href="#${anchor}">${title}</a><div class="verdict"></div></li>\n`)}</ol>`;
}

function staticSteps(chapter: Chapter): Html {
  return html`<p>Tick what you have done; this browser remembers it. <code>npm test ${chapter.number}</code> checks it for real.</p>
<ol class="steps">
${chapter.steps.map(
  ({ number, title }) =>
    html`<li><label><input type="checkbox" data-tick="${chapter.slug}" value="${number}"> ${title}</label></li>\n`,
)}</ol>`;
}

/** Rung by rung: each opens only inside of the one before, so that nobody reads the last one by accident. */
async function hintList(chapter: Chapter, highlighter: Highlighter): Promise<Html[]> {
  const items: Html[] = [];
  for (const [step, rungs] of hintsOf(chapter)) {
    let inner: Html | undefined;
    for (const { title, text } of [...rungs].reverse()) {
      const { markup } = await renderMarkdown(text, highlighter, () => undefined);
      inner = html`<details class="hint"><summary>${title}</summary>${raw(markup)}${inner}</details>`;
    }
    const name = chapter.steps.find(({ number }) => number === step)?.title ?? '';
    items.push(html`<details class="hint"><summary>Step ${step}: ${name}</summary>${inner}</details>\n`);
  }
  return items;
}

/** The difference, file by file, as markup. */
export async function differenceView(chapter: Chapter, highlighter: Highlighter): Promise<Html> {
  const differences = differenceOf(chapter);
  if (differences.length === 0) return html`<p>Your code is the solution, letter by letter.</p>`;
  const figures: Html[] = [];
  for (const { file, patch } of differences) {
    const lines = await highlighter.highlight(patch.trimEnd(), 'diff');
    figures.push(
      html`<figure class="code" data-language="diff"><figcaption>${file}</figcaption><pre tabindex="0"><code>${raw(lines)}</code></pre></figure>`,
    );
  }
  return html`<p>Lines with − are yours, lines with + the solution’s. There are other right answers: the check decides.</p>${figures}`;
}

/** Windows paths have backslashes, and a drive that stands behind the slash. */
function editorPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\//, '');
}
