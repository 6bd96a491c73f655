import { type Html, html } from 'trellis';
import type { Prediction } from '../review/predict/prediction.ts';
import type { Verdict } from '../review/predict/verdict.ts';
import type { Chapter } from '../workshop/chapters.ts';
import type { SentRequest } from '../workshop/check/failure-parts.ts';
import { badgeOf, type KeptTrace, stepView } from './x-ray-view.ts';

/** A question in a chapter: choose first, then look at what your own program did. */
export function predictionView(
  { question, before, request, options }: Prediction,
  slug: string,
  index: number,
  isStatic: boolean,
): Html {
  const name = `predict-${index}`;
  const asked = html`<p class="predict-question" id="${name}">${question}</p>
<div class="predict-requests">${before.map((first) => html`<p><span class="soft">first</span> <code>${lineOf(first)}</code></p>`)}<p><code>${lineOf(request)}</code>${Object.entries(request.headers).map(([header, value]) => header !== 'Content-Type' && html`<br><code>${header}: ${value}</code>`)}</p></div>`;
  const plain = html`<ul class="predict-options">${options.map((option) => html`<li>${option}</li>`)}</ul>`;
  if (isStatic) {
    return html`<section class="predict" aria-labelledby="${name}"><p class="predict-title">Predict</p>${asked}${plain}<p class="soft">Decide, then send it to your chapter: the trace in its terminal has the answer.</p></section>\n`;
  }
  return html`<section class="predict" aria-labelledby="${name}"><p class="predict-title">Predict</p>${asked}
<form data-predict="${slug}" data-index="${index}"><fieldset aria-labelledby="${name}">${options.map((option) => html`<label><input type="radio" name="choice" value="${option}" required> <span>${option}</span></label>`)}</fieldset><p><button type="submit" class="primary">Send it and see</button></p></form>
<noscript>${plain}</noscript>
<div class="predict-verdict" aria-live="polite"></div></section>\n`;
}

function lineOf({ method, path, body }: SentRequest): string {
  return `${method} ${path}${body === undefined ? '' : ` ${body}`}`;
}

/** Right or not, what really happened, and the station of the trip that shows it. */
export function verdictView(
  trace: KeptTrace,
  { answer, step, where }: Verdict,
  choice: string,
  repository: string | undefined,
): Html {
  const isRight = answer === choice;
  return html`<div class="${isRight ? 'is-right' : 'is-wrong'}"><p><b>${isRight ? 'Right.' : 'Not quite.'}</b> Your program says <code>${answer}</code>${!isRight && html`, and you said <code>${choice}</code>`}. ${shown(trace, where, step !== undefined)}</p>
${step !== undefined && html`<ol class="layers">${stepView(step, trace.ms, repository)}</ol>`}
${repository !== undefined && html`<p><a href="/x-ray/requests/${trace.key}">See the whole request in X-ray</a></p>`}</div>`;
}

function shown(trace: KeptTrace, where: string, hasStep: boolean): Html {
  if (hasStep) return html`This is where it shows, in ${where}:`;
  if (where !== 'the router') return html`The response was ${badgeOf(trace)}.`;
  const won = trace.tried.routes.find((route) => route.won);
  return won === undefined
    ? html`No route matches.`
    : html`The router chose <code>${won.method} ${won.path}</code>: ${won.reason}.`;
}

/** Without the chapter there is nothing to judge by. */
export function refusalView(chapter: Chapter, running: Chapter | undefined, isUp: boolean): Html {
  const why =
    running === undefined
      ? 'Your chapter is not running.'
      : running.slug !== chapter.slug
        ? `Chapter ${running.number} is running, and this is about chapter ${chapter.number}.`
        : isUp
          ? ''
          : 'Your program is not listening; its terminal says why.';
  return html`<div class="is-open"><p>${why} Start it in a terminal, and try again:</p><figure class="code" data-language="sh"><pre tabindex="0" aria-label="Command"><code><span class="line">npm run chapter ${chapter.number}</span></code></pre></figure></div>`;
}
