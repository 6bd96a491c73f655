import { type Html, html } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { offerOf } from './blog/offer.ts';
import type { LocatedProgram } from './source-places.ts';
import { pictureView } from './x-ray-picture.ts';
import { type KeptTrace, rowView, traceView } from './x-ray-view.ts';

export interface XrayState {
  readonly chapter: Chapter | undefined;
  readonly program: LocatedProgram | undefined;
  readonly traces: readonly KeptTrace[];
  /** What runs now, the newest first. */
  readonly pending: readonly KeptTrace[];
  readonly dropped: number;
  /** Which run of which program this is. */
  readonly run: string;
  readonly atHand: readonly string[];
  readonly repository: string;
  /** The chapter to start with, if none runs. */
  readonly next: string;
}

/** The page: what runs, a form to send requests, the requests, one of them opened, and the application as a map. */
export function xrayPage(state: XrayState, chosen?: Html): Html {
  const { traces, pending, dropped, repository } = state;
  const newest = traces[0] && traceView(traces[0], repository);
  return html`<div class="x-ray-head"><h1>X-ray</h1><div id="running">${runningView(state)}</div></div>
<div class="x-ray">
<div class="trips-panel">
<details id="send-section" class="fold" open><summary><h2>Send a request</h2></summary>${sendForm(state)}</details>
<section class="requests" aria-labelledby="requests"><div class="trips-head"><h2 id="requests">Requests</h2><form><label class="soft"><input type="checkbox" id="follow" checked> Open new ones</label></form></div>
<form class="filter" role="search" aria-label="Requests"><input type="search" id="filter" placeholder="Filter: posts, 404" aria-label="Filter the requests" spellcheck="false" autocomplete="off"><button type="button" class="quiet" id="clear">Clear</button></form>
<p class="soft" id="filtered" role="status"></p>
<p id="news" class="visually-hidden" role="status"></p>
<p class="soft" id="missed">${dropped > 0 && missedText(dropped)}</p>
<ol class="trips" id="pending" aria-label="Running now">${pending.map(rowView)}</ol>
<ol class="trips" id="trips" data-run="${state.run}">${traces.map(rowView)}</ol>
<p class="soft" id="no-trips" ?hidden="${traces.length > 0}">No requests yet. Send one with the form, with <code>curl</code>, or from a browser.</p>
</section></div>
<section class="trip-panel" aria-label="The opened request">
<form class="trip-tools"><button type="button" class="quiet" id="edit-trip">Edit and send</button> <button type="button" class="quiet" id="copy-picture">Copy as picture</button></form>
<div id="trip">${chosen ?? newest ?? nothingOpened}</div></section>
</div>
<section aria-labelledby="picture-title"><h2 id="picture-title">The application</h2><div id="picture">${pictureOf(state)}</div></section>`;
}

const nothingOpened = html`<p class="nothing">The next request that your program handles opens here: what was sent, the route that matched, every layer it went through, and the response.</p>`;

export function missedText(dropped: number): string {
  return `${dropped} more came too fast to be shown.`;
}

/** What runs, or what to do so that something does. */
export function runningView({ chapter, program, next }: XrayState): Html {
  if (program !== undefined) {
    return html`<p class="running is-up"><b>${nameOf(chapter, program.chapter)}</b> listens on <a href="${program.url}">${program.url}</a>${hasPosts(program) && html` · <a href="/blog/">See your blog</a>`}</p>`;
  }
  if (chapter !== undefined) {
    return html`<p class="running is-down"><b>${nameOf(chapter, '')}</b> is not listening; its terminal says why. It restarts on your next save.</p>`;
  }
  return html`<div class="running is-down"><p>No chapter is running. Start one in a terminal, and leave this page open:</p><figure class="code" data-language="sh"><pre tabindex="0" aria-label="Command"><code><span class="line">npm run chapter ${next}</span></code></pre></figure></div>`;
}

function hasPosts({ routes }: LocatedProgram): boolean {
  return routes.length > 0 && offerOf(routes).paths.list !== undefined;
}

function nameOf(chapter: Chapter | undefined, slug: string): string {
  return chapter === undefined ? slug : `Chapter ${chapter.number}: ${chapter.title}`;
}

export function pictureOf({ program, repository }: XrayState): Html {
  if (program === undefined) return html`<p class="soft">It appears when a chapter listens.</p>`;
  return html`<p class="soft">Each box is a module. Its classes: <span class="key is-controller">controllers</span> <span class="key is-middleware">middlewares</span> <span class="key is-service">services</span> <span class="key is-value">values</span></p>${pictureView(program, repository)}`;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

function sendForm(state: XrayState): Html {
  return html`<form class="send" id="send" autocomplete="off">
<div class="send-line"><select name="method" aria-label="Method">${methods.map((method) => html`<option>${method}</option>`)}</select>
<input name="path" value="/" required pattern="/.*" list="paths" spellcheck="false" aria-label="Path"></div>
<datalist id="paths">${routeOptions(state)}</datalist>
<label>Body <textarea name="body" rows="2" spellcheck="false" placeholder='{"title": "A first post"}'></textarea></label>
<details class="fold"><summary>Headers and credentials</summary>
<label>Headers, one per line <textarea name="headers" rows="2" spellcheck="false" placeholder="Accept: application/json"></textarea></label>
<div class="at-hand" id="at-hand" role="group" aria-label="From your last login">${atHandView(state.atHand)}</div></details>
<p class="send-buttons"><button type="submit" class="primary">Send</button> <button type="button" class="quiet" id="copy-curl">Copy as curl</button> <output id="sent" class="soft"></output></p>
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

/** The secrets themselves stay on the server; the page only has their names. */
export function atHandView(atHand: readonly string[]): Html {
  const boxes = Object.entries(sayings)
    .filter(([name]) => atHand.includes(name))
    .map(
      ([name, header]) =>
        html`<label class="box"><input type="checkbox" name="with" value="${name}"> <code>${header}</code></label>`,
    );
  if (boxes.length === 0) {
    return html`<p class="at-hand-title">From your last login</p><p class="soft">Nothing yet. Log in with this form: the server of these pages then keeps the token, and shows it nowhere.</p>`;
  }
  const rest =
    atHand.includes('REFRESH_TOKEN') &&
    html`<p class="soft">In a body, <code>&lt;REFRESH_TOKEN&gt;</code> stands for the one you were given.</p>`;
  return html`<p class="at-hand-title">From your last login</p>${boxes}${rest}`;
}
