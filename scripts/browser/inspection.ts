import { stripVTControlCharacters } from 'node:util';
import { type Html, html } from 'trellis';
import { AskedProgram } from '../review/predict/asked-program.ts';
import type { Prediction } from '../review/predict/prediction.ts';
import { judge } from '../review/predict/verdict.ts';
import { verdictView } from '../site/predict-view.ts';
import { attacksOf, runAttack, verdictOf } from '../workshop/attack/attacks.ts';
import { withTarget } from '../workshop/attack/with-target.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf, noDifference, whoseLines } from '../workshop/difference.ts';

/* What the pages of the local site ask their server for, and pages in the browser their first worker: parts of a page. */

/** What `npm run diff` shows: as of a step, or all of it. Without colours for the language: the highlighter is larger than everything else together. */
export function differencePart(chapter: Chapter, step?: number): Html {
  const differences = differenceOf(chapter, step);
  if (differences.length === 0) return html`<p>${noDifference(step)}</p>`;
  return html`<p>${whoseLines(step)}</p>${differences.map(
    ({ file, patch }) =>
      html`<figure class="code" data-language="diff"><figcaption><span>src/${file}</span></figcaption><pre tabindex="0"><code>${patch.split('\n').map((line) => html`<span class="line${changeOf(line)}">${line}</span>\n`)}</code></pre></figure>`,
  )}`;
}

function changeOf(line: string): string {
  if (/^Line \d+$/.test(line)) return ' is-place';
  return line.startsWith('+') ? ' is-added' : line.startsWith('-') ? ' is-removed' : '';
}

/**
 * Sends the request of a question to a program of its own, whose trace has the answer. While steps don't pass yet, a missing route
 * may be one that the learner has still to write: then nothing is judged.
 */
export async function predictionPart(
  chapter: Chapter,
  prediction: Prediction,
  choice: string,
  isDone: boolean,
): Promise<Html> {
  const program = new AskedProgram(chapter.src);
  try {
    for (const request of prediction.before) await program.trace(request);
    const trace = await program.trace(prediction.request);
    if (!isDone && trace.tried.routes.every(({ won }) => !won))
      return html`<div class="is-open"><p><b>Not decided yet.</b> Your program has no route for this request, and not all of its steps pass. Do the steps up to here, and send it again.</p></div>`;
    return verdictView({ ...trace, key: '' }, judge(trace, prediction.judge), choice, undefined);
  } finally {
    await program.end();
  }
}

/** What `npm run attack` prints. */
export async function attackText(chapter: Chapter, name: string): Promise<string> {
  const attack = (await attacksOf(chapter)).find((each) => each.name === name);
  if (attack === undefined) throw new Error(`Chapter ${chapter.number} has no attack "${name}".`);
  const said: string[] = [];
  const say = (line: string) => said.push(stripVTControlCharacters(line));
  const verdict = await withTarget(chapter, attack, say, (url, machine) => runAttack(attack, url, say, machine));
  say(`\n${verdictOf(attack, verdict)}`);
  return said.join('\n');
}
