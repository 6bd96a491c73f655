import { type Html, html } from 'trellis';
import type { Standing } from '../workshop/workshop.ts';
import { type Content, type Page, sections } from './content.ts';
import type { Heading } from './markdown.ts';
import type { Places } from './places.ts';

/** For whom a page is made: the server's visitor, or a reader without a server. */
export interface View {
  readonly places: Places;
  readonly standings: readonly Standing[];
  /** The static build has no server to ask: progress is kept in the browser. */
  readonly isStatic: boolean;
}

/** Pages that only a server can offer. They have a style and a script of their own. */
export type Tool = 'x-ray';

export interface Frame extends View {
  readonly content: Content;
  /** Undefined for pages that stand in no list, such as a source file. */
  readonly page?: Page;
  readonly title: string;
  readonly headings?: readonly Heading[];
  /** Which of the tools it is. */
  readonly tool?: Tool;
  /** Code takes the room of the table of contents. */
  readonly isWide?: boolean;
}

/** What stands around every page: the bar, the list of pages with the learner's progress, the headings, the way on. */
export function layout(frame: Frame, body: Html): Html {
  const { content, places, page, title, headings = [], isStatic, isWide = false, tool } = frame;
  const { previous, next } = page === undefined ? { previous: undefined, next: undefined } : content.neighbours(page);
  const suffix = page?.path === '/' ? '' : ' · Trellis';
  return html`<!doctype html>
<html lang="en" data-mode="${isStatic ? 'static' : 'live'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}${suffix}</title>
<link rel="icon" href="${places.asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${places.asset('site.css')}">
<script src="${places.asset('theme.js')}"></script>
<script src="${places.asset('site.js')}" defer></script>
${(tool ?? page?.chapter) && html`<link rel="stylesheet" href="${places.asset('trip.css')}">`}
${tool && html`<link rel="stylesheet" href="${places.asset(`${tool}.css`)}"><script src="${places.asset(`${tool}.js`)}" defer></script>`}
</head>
<body data-assets="${places.asset('')}">
<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<a class="brand" href="${homeOf(content, places)}"><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M5 2v20M12 2v20M19 2v20M2 7h20M2 16h20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>Trellis</a>
<button class="search-button" type="button" data-search aria-haspopup="dialog" aria-keyshortcuts="/ Control+K">Search <kbd aria-hidden="true">/</kbd></button>
<button class="icon-button" type="button" data-theme-toggle aria-label="Switch between light and dark"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/></svg></button>
<button class="icon-button menu-button" type="button" data-menu aria-expanded="false" aria-controls="pages">Menu</button>
</header>
<div class="columns${isWide && ' is-wide'}${tool && ' is-tool'}">
<nav id="pages" class="pages" aria-label="Pages">${sections.map((section) => sectionOf(frame, section))}</nav>
<main id="content" tabindex="-1">
<article>${body}</article>
${wayOn(places, previous, next)}
</main>
${contents(headings)}
</div>
</body>
</html>`;
}

function homeOf(content: Content, places: Places): string {
  const home = content.at('/');
  return home === undefined ? places.asset('') : places.page(home);
}

function sectionOf({ content, places, page, standings, isStatic, tool }: Frame, section: string): Html | undefined {
  const own = content.pages.filter((candidate) => candidate.section === section);
  if (own.length === 0) return undefined;
  const items = own.map((candidate) => {
    const current = candidate === page ? 'page' : 'false';
    const standing = candidate.chapter && standings.find(({ chapter }) => chapter.slug === candidate.chapter?.slug);
    return html`<li><a href="${places.page(candidate)}" aria-current="${current}">${label(candidate)}${standing && mark(standing)}</a></li>\n`;
  });
  if (section === 'Start' && !isStatic) {
    const current = tool === 'x-ray' ? 'page' : 'false';
    items.push(html`<li><a href="/x-ray/" aria-current="${current}"><span>X-ray</span></a></li>\n`);
  }
  return html`<h2>${section}</h2>\n<ul>\n${items}</ul>\n`;
}

function label({ chapter, title }: Page): Html {
  return chapter === undefined
    ? html`<span>${title}</span>`
    : html`<span class="chapter"><b>${chapter.number}</b><span>${chapter.title}</span></span>`;
}

/** How far the learner is. An element of its own kind: it needs no script to be drawn, and is read out as what it is. */
function mark({ chapter, done, total }: Standing): Html | undefined {
  if (total === 0) return undefined;
  const text = done === total ? 'done' : `${done} of ${total} steps done`;
  return html`<progress class="mark" data-progress="${chapter.slug}" value="${done}" max="${total}" aria-label="${text}"></progress>`;
}

function wayOn(places: Places, previous: Page | undefined, next: Page | undefined): Html | undefined {
  if (previous === undefined && next === undefined) return undefined;
  const link = (page: Page, way: string, word: string) =>
    html`<a class="${way}" href="${places.page(page)}" rel="${way}"><small>${word}</small>${page.title}</a>`;
  return html`<nav class="way-on" aria-label="Previous and next page">
${previous ? link(previous, 'prev', 'Previous') : html`<span></span>`}
${next ? link(next, 'next', 'Next') : html`<span></span>`}
</nav>`;
}

function contents(headings: readonly Heading[]): Html | undefined {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return undefined;
  const items = shown.map(
    ({ level, text, anchor }) => html`<li class="level-${level}"><a href="#${anchor}">${text}</a></li>\n`,
  );
  return html`<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>\n${items}</ul></nav>`;
}
