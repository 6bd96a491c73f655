import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import type { TraceEvent } from '../workshop/trace-lines.ts';
import type { LocatedProgram } from './source-places.ts';
import { pictureView } from './x-ray-picture.ts';
import { rowView } from './x-ray-view.ts';

export interface XrayState {
  readonly chapter: Chapter | undefined;
  readonly program: LocatedProgram | undefined;
  readonly traces: readonly TraceEvent[];
  readonly dropped: number;
  /** Which run of which program this is. */
  readonly run: string;
  readonly atHand: readonly string[];
  readonly repository: string;
  /** The chapter to begin with, where none runs. */
  readonly next: string;
}

/** The page: what runs, its requests, one of them opened, a form to send more, and the application as a picture. */
export function xrayPage(state: XrayState, opened?: Html): Html {
  const { traces, dropped } = state;
  return html`<h1>X-ray</h1>
<div id="running">${runningView(state)}</div>
<div class="x-ray">
<section class="trips-panel" aria-labelledby="requests"><h2 id="requests">Requests</h2>
<p id="news" class="visually-hidden" role="status"></p>
<p class="soft" id="missed">${dropped > 0 && missedText(dropped)}</p>
<ol class="trips" id="trips" data-run="${state.run}">\n${traces.map(rowView)}</ol>
<p class="soft" id="no-trips" ?hidden="${traces.length > 0}">Nothing yet. Send one with the form below, with <code>curl</code>, or from a browser.</p>
</section>
<section class="trip-panel" id="trip" aria-label="The opened request">${opened ?? nothingOpened}</section>
</div>
<section aria-labelledby="send-title" id="send-section"><h2 id="send-title">Send</h2>${sendForm(state)}</section>
<section aria-labelledby="picture-title"><h2 id="picture-title">The application</h2><div id="picture">${pictureOf(state)}</div></section>`;
}

const nothingOpened = html`<p class="soft">Choose a request: the arrow keys move through the list, Enter opens one.</p>`;

export function missedText(dropped: number): string {
  return `${dropped} more came too fast to be shown.`;
}

/** What runs, or what to do so that something does. */
export function runningView({ chapter, program, next }: XrayState): Html {
  if (program !== undefined) {
    return html`<p class="running is-up"><b>${nameOf(chapter, program.chapter)}</b> listens on <a href="${program.url}">${program.url}</a>. Each request that it answers appears here, with its way through your code.</p>`;
  }
  if (chapter !== undefined) {
    return html`<p class="running is-down"><b>${nameOf(chapter, '')}</b> does not listen: its terminal says why. It is started again on your next save.</p>`;
  }
  return html`<div class="running is-down"><p>No chapter is running. Start one in a terminal, and leave this page open:</p><pre tabindex="0" aria-label="Command"><code>npm run chapter ${next}</code></pre></div>`;
}

function nameOf(chapter: Chapter | undefined, slug: string): string {
  return chapter === undefined ? slug : `Chapter ${chapter.number}: ${chapter.title}`;
}

export function pictureOf({ program, repository }: XrayState): Html {
  if (program === undefined) return html`<p class="soft">It is drawn when a chapter listens.</p>`;
  return html`<p class="soft">Each box is a module, with its classes in the order in which they start. Point at a class to mark what is injected into it.</p>${pictureView(program, repository)}`;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

function sendForm(state: XrayState): Html {
  return html`<form class="send" id="send" autocomplete="off">
<div class="send-line"><label>Method <select name="method">${methods.map((method) => html`<option>${method}</option>`)}</select></label>
<label class="wide">Path <input name="path" value="/" required pattern="/.*" list="paths" spellcheck="false"></label></div>
<datalist id="paths">${routeOptions(state)}</datalist>
<label>Headers, one to a line <textarea name="headers" rows="2" spellcheck="false" placeholder="Accept: application/json"></textarea></label>
<label>Body <textarea name="body" rows="4" spellcheck="false" placeholder='{"title": "A first post"}'></textarea></label>
<fieldset class="at-hand" id="at-hand">${atHandView(state.atHand)}</fieldset>
<p class="send-buttons"><button type="submit" class="primary">Send</button> <button type="button" class="quiet" id="copy-curl">Copy as curl</button> <output id="sent" class="outcome"></output></p>
</form>`;
}

export function routeOptions({ program }: XrayState): Html[] {
  const paths = new Set((program?.routes ?? []).map(({ path }) => path));
  return [...paths].map((path) => html`<option value="${path}"></option>`);
}

const sayings: Record<string, string> = {
  TOKEN: 'Authorization: Bearer <TOKEN>',
  COOKIE: 'Cookie: <COOKIE>',
  API_KEY: 'X-API-Key: <API_KEY>',
};

/** The secrets themselves stay on the server; here stand their names. */
export function atHandView(atHand: readonly string[]): Html {
  const boxes = Object.entries(sayings)
    .filter(([name]) => atHand.includes(name))
    .map(
      ([name, header]) =>
        html`<label class="box"><input type="checkbox" name="with" value="${name}"> <code>${header}</code></label>`,
    );
  if (boxes.length === 0) {
    return html`<legend>From your last login</legend><p class="soft">Nothing yet. Log in with this form: the token is then kept at hand, and shown nowhere.</p>`;
  }
  const rest =
    atHand.includes('REFRESH_TOKEN') &&
    html`<p class="soft">In a body, <code>&lt;REFRESH_TOKEN&gt;</code> stands for the one you were given.</p>`;
  return html`<legend>From your last login</legend>${boxes}${rest}`;
}
