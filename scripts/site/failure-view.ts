import { stripVTControlCharacters } from 'node:util';
import { diffWordsWithSpace } from 'diff';
import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import type { CheckResult } from '../workshop/check/run.ts';

/** A failed check: what differs, the request, both responses side by side, the cause, and where to read about it. */
export function failureView(chapter: Chapter, { step, name, failure, exchange, about }: CheckResult): Html {
  const { problem, curl, command, cause = [], place, output, rule } = failure!;
  return html`<section class="failure" aria-label="What failed">
${about === undefined && html`<p class="failure-name">${name}</p>`}
<p class="failure-problem">${withCode(problem)}</p>
${place && html`<pre class="plain" tabindex="0">${place}</pre>`}
${curl && requestView(curl)}
${command && commandView(command, false)}
${comparisonView(failure!)}
${causesView([cause].flat())}
${rule && html`<p class="cause"><b>Rule ${rule.number}</b> ${withCode(rule.text)} Chapter ${rule.chapter} taught what it takes.</p>`}
${output && html`<details class="fold" open><summary>What your program printed</summary><pre class="plain" tabindex="0">${stripVTControlCharacters(output)}</pre></details>`}
${exchange && chapter.unit === 'step' && html`<details class="fold" data-replay="${chapter.slug}"><summary>Send it again, next to the solution</summary><div class="replay-body" aria-live="polite"></div></details>`}
${wayToText(chapter, step)}
</section>`;
}

/** A rule of the variation belongs to no step. */
function wayToText({ steps, unit, variation }: Chapter, step: number): Html {
  const anchor = steps.find(({ number }) => number === step)?.anchor;
  return anchor === undefined && variation !== undefined
    ? html`<p class="failure-read"><a href="#${variation.anchor}">Read “On your own” again</a></p>`
    : html`<p class="failure-read"><a href="#${anchor}">Read ${unit} ${step} again</a></p>`;
}

/** The request: as a command, with a button that sends it to the running chapter, or in words, which nobody can paste. */
function requestView(curl: string): Html {
  return curl.startsWith('curl ')
    ? commandView(curl, true)
    : html`<pre class="plain" tabindex="0">${stripVTControlCharacters(curl)}</pre>`;
}

function commandView(command: string, isRequest: boolean): Html {
  return html`<figure class="code" data-language="sh" ?data-curl="${isRequest}"><pre tabindex="0"><code><span class="line">${stripVTControlCharacters(command)}</span></code></pre></figure>`;
}

/** What came back and what was expected, with the words marked that only one of them has. A story is told in other words. */
function comparisonView({ happened, received, expected }: NonNullable<CheckResult['failure']>): Html | undefined {
  const came = happened || received;
  if (came === undefined && expected === undefined) return undefined;
  const [mine, wanted] = [read(came ?? ''), read(expected ?? '')];
  const isCompared = !happened && mine.body !== '' && wanted.body !== '';
  const parts = isCompared ? diffWordsWithSpace(mine.body, wanted.body) : [];
  const side = (title: string, own: typeof mine, other: typeof mine, marked: 'added' | 'removed') => {
    const words = parts
      .filter((part) => part[marked] || !(part.added || part.removed))
      .map(({ value, [marked]: isMarked }) => (isMarked && value.trim() !== '' ? html`<mark>${value}</mark>` : value));
    const isOther = own.status !== '' && other.status !== '' && own.status !== other.status;
    const status = isOther ? html`<mark>${own.status}</mark>` : own.status;
    return html`<p>${title}</p><pre tabindex="0">${status}${own.status && own.body && '\n'}${isCompared ? words : own.body}</pre>`;
  };
  return html`<div class="compared">${came !== undefined && html`<div class="received">${side(happened ? 'What happened' : 'Your program sent', mine, wanted, 'removed')}</div>`}${expected !== undefined && html`<div class="expected">${side('Expected', wanted, mine, 'added')}</div>`}</div>`;
}

/** `401 {"error":"…"}`: a status, and a body with its JSON indented, so that a difference is on a line of its own. */
function read(coloured: string): { status: string; body: string } {
  const [, status = '', body = ''] = /^(\d{3}\b)?\s*([\s\S]*)$/.exec(stripVTControlCharacters(coloured)) ?? [];
  try {
    return { status, body: JSON.stringify(JSON.parse(body), null, 2) };
  } catch {
    return { status, body };
  }
}

function causesView(causes: readonly string[]): Html | undefined {
  if (causes.length === 0) return undefined;
  if (causes.length === 1) return html`<p class="cause"><b>Likely cause:</b> ${withCode(causes[0]!)}</p>`;
  return html`<div class="cause"><b>Possible causes:</b><ul>${causes.map((cause) => html`<li>${withCode(cause)}</li>`)}</ul></div>`;
}

/** Messages quote code in backticks. */
export function withCode(text: string): Html {
  return html`${stripVTControlCharacters(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
