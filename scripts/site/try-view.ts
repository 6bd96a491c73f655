import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { stepBar, type TaskPage } from './task-view.ts';

/** The chapters that can be done in a browser: Part I. */
export function isInBrowser({ number }: Chapter): boolean {
  return number <= '11';
}

/** Below the title of a chapter: the way to the page where its program runs in the browser. */
export function tryOffer(href: string): Html {
  return html`<p class="try-offer"><a class="button" href="${href}">Try it here</a> <span class="soft">Opens this chapter beside an editor. Nothing to install: your program runs in this browser.</span></p>\n`;
}

/** On that page: what the commands in the text, which are written for a terminal, mean beside the editor. */
export function tryNote(guide: string | undefined): Html {
  return html`<details class="fold try-note" open><summary>Commands of the text, and what to use here</summary><div class="fold-body"><p>Your program runs in this page already, and starts again after each change. The text has the commands for your own machine. Here, use instead:</p><ul>
<li><code>npm run chapter</code>: the tab <b>Output</b>, which also shows the traces, and the button <b>Restart</b> at the command</li>
<li><code>curl</code>: the button <b>Send</b> at the command, or the tab <b>Request</b></li>
<li><code>npm test</code>: the button <b>Check</b>; <code>npm run hint</code> and <code>npm run explain</code>: the card of each step</li>
</ul>${guide && html`<p><a href="${guide}">What differs from your own machine</a></p>`}</div></details>\n`;
}

interface Surroundings {
  /** Of the chapters that can be done in a browser. */
  readonly slugs: readonly string[];
  /** The page that says how to get a clone. */
  readonly overview: string;
  /** Whether it is a page of the built site. */
  readonly isPublished: boolean;
}

/** The editor beside the text of a chapter, with its program's output. A script fills it. */
export function benchView(chapter: Chapter, tasks: TaskPage, { slugs, overview, isPublished }: Surroundings): Html {
  const first = (tasks.files.get(1)?.[0] ?? 'src/main.ts').replace(/^src\//, '');
  const tab = (name: string, label: string, isChosen: boolean) =>
    html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected="${String(isChosen)}" tabindex="${isChosen ? 0 : -1}">${label}</button>`;
  return html`<section class="bench" id="bench" aria-label="Your program" data-first="${first}" ?data-published="${isPublished}">
<div class="bench-files"><div role="tablist" aria-label="Files"></div>
<details class="bench-menu" name="bench-menu"><summary>Files …</summary><div class="bench-sheet">
<form data-add><label>New file <input type="text" name="file" placeholder="tags.service.ts" autocomplete="off" spellcheck="false"></label> <button type="submit" class="quiet">Add</button></form>
<button type="button" class="quiet" data-remove hidden>Remove this file</button>
<button type="button" class="quiet" data-reset>Start again from the starter</button>
<button type="button" class="quiet" data-restore hidden>Restore the work from before</button>
<p class="soft">Your files stay in this browser. On your own machine they are in <code>chapters/${chapter.slug}/src</code>.</p>
</div></details></div>
<div class="bench-editor" id="bench-editor" role="tabpanel" aria-label="Code"></div>
<div class="bench-foot"><button type="button" class="primary" data-check-here>Check</button> <label class="soft"><input type="checkbox" data-on-change checked> when I stop typing</label> <span class="soft activity" role="status">Loading …</span>
<details class="bench-menu bench-travel" name="bench-menu" data-chapters="${slugs.join(' ')}"><summary>Continue on your machine …</summary><div class="bench-sheet">
<button type="button" class="quiet" data-download>Download your work</button>
<div data-downloaded hidden><p>Move the file from your downloads into the folder of a <a href="${overview}">clone of Trellis</a>. There, this takes it over, and saves what was there:</p><pre class="plain" tabindex="0"><code data-command></code></pre></div>
<label>Open work from a file <input type="file" data-open accept=".json,application/json"></label>
<p class="soft">The file has your work on all chapters in this browser. <code>npm run export</code> makes the same file on your machine, and “Open work from a file” takes it over. Open only files of your own: their programs run next.</p>
</div></details></div>
<div class="bench-steps">${stepBar(tasks, 'Your steps')}</div>
<div class="bench-results"><div role="tablist" aria-label="Results">${tab('checks', 'Checks', true)}${tab('output', 'Output', false)}${tab('request', 'Request', false)}${tab('x-ray', 'X-ray', false)}</div>
<div class="bench-checks" id="panel-checks" role="tabpanel" aria-labelledby="tab-checks" tabindex="0"><article><p class="soft">The checks run when you press Check, and when you stop typing if the box beside it is ticked.${chapter.number >= '08' && ' Passwords are hashed as on a server, so they take several seconds.'}</p><p class="soft">Types aren’t checked in the browser: <code>npm test ${chapter.number}</code> does it on your machine.</p></article></div>
<pre class="bench-output" id="panel-output" role="tabpanel" aria-labelledby="tab-output" tabindex="0" hidden></pre>
<div class="bench-request" id="panel-request" role="tabpanel" aria-labelledby="tab-request" hidden><form><label class="visually-hidden" for="request-line">A curl command</label><input id="request-line" type="text" list="request-lines" autocomplete="off" spellcheck="false"><datalist id="request-lines"></datalist> <button type="submit" class="primary">Send</button></form><pre class="plain" tabindex="0" aria-live="polite">The response appears here, as curl would print it.</pre></div>
<div class="bench-trip" id="panel-x-ray" role="tabpanel" aria-labelledby="tab-x-ray" tabindex="0" hidden><p class="soft">The way of the last request through your program appears here.</p></div>
</div>
<iframe title="The program of this page" sandbox="allow-scripts" hidden></iframe>
</section>
<nav class="bench-switch" aria-label="Text or code"><a href="#main-text" aria-current="true">Text</a><a href="#bench">Code</a></nav>`;
}
