import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { NotReplayed, type Replayed, replay } from '../workshop/replay/replay.ts';
import { sentWhen, verdictOf } from '../workshop/replay/replay-view.ts';

/** What a page shows below a failed step: its request again, in the learner's program and in the solution. */
export async function replayPart(chapter: Chapter): Promise<Html> {
  try {
    const replayed = await replay(chapter);
    return replayed ? replayedPart(replayed) : html`<p>No check fails any more.</p>`;
  } catch (error) {
    if (!(error instanceof NotReplayed)) throw error;
    return html`<pre class="plain" tabindex="0">${error.message}</pre>`;
  }
}

export function replayedPart(replayed: Replayed): Html {
  const { failed, curl, mine, solution, difference } = replayed;
  const side = (title: string, lines: readonly string[], marked: number | undefined, mark: (line: string) => Html) =>
    html`<section><p class="replay-title">${title}</p><pre class="replay-lines" tabindex="0">${lines.map((line, index) => html`<span class="line">${index === marked ? mark(indented(line)) : html`  ${line}`}</span>`)}</pre></section>`;
  // Only what the learner's program does may look wrong.
  const wrong = (line: string) => html`<mark>▶\u00a0${line}</mark>`;
  const instead = (line: string) => html`<b class="instead">▷\u00a0${line}</b>`;
  return html`<p>${sentWhen(replayed)}: <code>${curl}</code></p>
<div class="replayed">${side('Your program', mine, difference?.mine, wrong)}${side(`The solution of step ${failed.step}`, solution, difference?.solution, instead)}</div>
<p>${verdictOf(replayed)}</p>`;
}

/** Where a long line wraps, its mark must not be left alone: no-break spaces hold both together. */
function indented(line: string): string {
  return line.replace(/^ +/, (spaces) => '\u00a0'.repeat(spaces.length));
}
