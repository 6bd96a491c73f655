import { type Html, html, raw } from 'trellis';
import type { Part } from '../workshop/parts.ts';
import type { Standing } from '../workshop/workshop.ts';
import { type Content, type Page, sections } from './content.ts';
import { glossaryFile } from './glossary-view.ts';
import type { Heading } from './markdown.ts';
import type { Places } from './places.ts';
import { tryPolicy } from './security-headers.ts';
import { isInBrowser } from './try-view.ts';

/** How a page is published: by the local server, or as a file of the static build. */
export interface View {
  readonly places: Places;
  readonly standings: readonly Standing[];
  /** The static build has no server, so progress is stored in the browser. */
  readonly isStatic: boolean;
  /** A chapter beside an editor, whose program runs in the browser. */
  readonly isTry?: boolean;
  /** The script with the index of the search. In the static build, its name changes with its content. */
  readonly searchIndex?: string;
  /** Where the static build will be published, for URLs that must be absolute. */
  readonly origin?: string;
  /** The one address of this page that search engines should show. */
  readonly address?: string;
}

/** Pages with styles of their own, and some with a script, which need a server. */
export type Tool = 'x-ray' | 'dashboard' | 'review' | 'blog' | 'ending';

export interface Frame extends View {
  readonly content: Content;
  /** Undefined for pages outside of the list of pages, such as a source file. */
  readonly page?: Page;
  readonly title: string;
  /** What a search engine or a shared link shows below the title. */
  readonly description?: string;
  readonly headings?: readonly Heading[];
  readonly tool?: Tool;
  /** Home has neither a list of pages nor a table of contents. */
  readonly isHome?: boolean;
  /** There is no such page: it searches for one. */
  readonly isMissing?: boolean;
  /** Beside the text: the editor of a chapter. */
  readonly bench?: Html;
  /** Code takes the space of the table of contents. */
  readonly isWide?: boolean;
}

/** The layout of every page: the top bar, the list of pages with the learner's progress, the headings, the next page. */
export function layout(frame: Frame, body: Html): Html {
  const {
    content,
    places,
    page,
    headings = [],
    isStatic,
    isWide = false,
    isHome = false,
    isMissing = false,
    tool,
    bench,
    isTry = false,
    searchIndex = 'search-index.js',
  } = frame;
  const { previous, next } = page === undefined ? { previous: undefined, next: undefined } : content.neighbours(page);
  const styles = [
    'site',
    isHome && 'home',
    (tool === 'x-ray' || isHome || page?.chapter) && 'trip',
    page?.chapter && 'chapter',
    page?.file === glossaryFile && 'glossary',
    tool,
    tool === 'x-ray' && 'x-ray-map',
    isTry && 'try',
  ];
  const ofTool =
    tool === 'x-ray' ? ['x-ray', 'x-ray-send', 'x-ray-map'] : [(tool === 'dashboard' || tool === 'ending') && tool];
  const scripts = [
    'site',
    'search',
    isMissing && 'not-found',
    (page?.chapter || tool === 'x-ray') && 'slide',
    page?.chapter && 'chapter',
    ...ofTool,
    isTry && 'try/try',
  ];
  const main = html`<main id="main-text" tabindex="-1">
<article>${body}</article>
${wayOn(frame, previous, next)}
</main>`;
  return html`<!doctype html>
<html lang="en" data-mode="${isTry ? 'try' : isStatic ? 'static' : 'live'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isTry && html`<meta http-equiv="content-security-policy" content="${raw(tryPolicy)}">\n<meta name="robots" content="noindex">`}
${metaOf(frame)}
<link rel="icon" href="${places.asset('icon.svg')}" type="image/svg+xml">
${styles.map((name) => name && html`<link rel="stylesheet" href="${places.asset(`${name}.css`)}">\n`)}
<script src="${places.asset('theme.js')}"></script>
${scripts.map((name) => name && html`<script src="${places.asset(`${name}.js`)}" defer></script>\n`)}
${tool === 'blog' && html`<script src="${places.asset('blog/main.js')}" type="module"></script>`}
</head>
<body data-assets="${places.asset('')}" data-search-index="${searchIndex}" data-chapter="${page?.chapter?.slug}">
<a class="skip" href="#main-text">Skip to the text</a>
${bench && html`<a class="skip" href="#bench-editor">Skip to the editor</a>\n`}<header class="bar">
<a class="brand" href="${places.home()}">${logo}Trellis</a>
${barLinks(frame)}
<button class="search-button" type="button" data-search aria-haspopup="dialog" aria-keyshortcuts="/ Control+K">Search <kbd aria-hidden="true">/</kbd></button>
<button class="icon-button" type="button" data-theme-toggle aria-label="Switch between light and dark"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/></svg></button>
<button class="icon-button menu-button" type="button" data-menu aria-expanded="false" aria-controls="pages">Menu</button>
</header>
<div class="columns${isWide && ' is-wide'}${tool && ` is-tool is-${tool}`}${isTry && ' is-try'}${isHome && ' is-home'}">
<nav id="pages" class="pages" aria-label="Pages">${sections.map((section) => sectionOf(frame, section))}</nav>
${contents(headings)}
${main}
${bench}
</div>
</body>
</html>`;
}

/** Links to each section of the site. Every page shows them, because the home page has no list of pages. */
function barLinks({ content, places, page, tool, isStatic }: Frame): Html {
  const first = (section: string) => content.pages.find((each) => each.section === section);
  const link = (href: string, label: string, isHere: boolean) =>
    html`<a href="${href}" aria-current="${isHere ? 'true' : 'false'}">${label}</a>\n`;
  const sectionLinks = ['Guide', 'Reference'].map((section) => {
    const target = first(section);
    return target && link(places.page(target), section, page?.section === section);
  });
  return html`<nav class="bar-links" aria-label="Kinds of pages">
${link(`${places.home()}#chapters`, 'Chapters', page?.chapter !== undefined)}${sectionLinks}${!isStatic && html`${link('/x-ray/', 'X-ray', tool === 'x-ray')}${link('/blog/', 'Your blog', tool === 'blog')}`}</nav>`;
}

const logo = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M5 2v20M12 2v20M19 2v20M2 7h20M2 16h20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;

const about =
  'A workshop that teaches backend engineering: build a blog API with authentication in depth, and watch every request travel through code you wrote.';

/** For search engines, and for the preview of a shared link. An image needs an absolute URL. */
function metaOf({ title, description = about, isHome, origin, address }: Frame): Html {
  const full = isHome ? title : `${title} · Trellis`;
  const picture = origin && `${origin}/images/docs/images/x-ray-light.png`;
  return html`<title>${full}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${full}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Trellis">
${address && html`<link rel="canonical" href="${address}">\n<meta property="og:url" content="${address}">\n`}${picture && html`<meta property="og:image" content="${picture}">\n<meta name="twitter:card" content="summary_large_image">`}`;
}

function sectionOf(frame: Frame, section: string): Html | undefined {
  const { content, places, isStatic, isHome, tool } = frame;
  if (section === 'Chapters') {
    const entries = (part: Part) => part.chapters.map(({ chapter }) => entry(frame, content.ofChapter(chapter.slug)));
    const current =
      frame.page === undefined ? frame.standings.find(({ isDone }) => !isDone)?.chapter : frame.page.chapter;
    const isCurrent = (part: Part) => part.chapters.some(({ chapter }) => chapter.slug === current?.slug);
    return html`${content.parts.map((part) => group(part.title, entries(part), isCurrent(part)))}`;
  }
  const pages = content.pages.filter((page) => page.section === section);
  if (pages.some((page) => page.group !== undefined)) {
    const titles = [...new Set(pages.map((page) => page.group ?? section))];
    const pagesOf = (title: string) => pages.filter((page) => (page.group ?? section) === title);
    const isOpen = (title: string) => frame.page !== undefined && pagesOf(title).includes(frame.page);
    return html`${titles.map((title) =>
      group(
        title,
        pagesOf(title).map((page) => entry(frame, page)),
        isOpen(title),
      ),
    )}`;
  }
  const items = pages.map((page) => entry(frame, page));
  if (section === 'Start') {
    items.unshift(item(places.home(), isHome, html`<span>Home</span>`));
    if (!isStatic) items.push(item('/x-ray/', tool === 'x-ray', html`<span>X-ray</span>`));
    if (!isStatic) items.push(item('/dashboard/', tool === 'dashboard', html`<span>Dashboard</span>`));
    if (!isStatic) items.push(item('/blog/', tool === 'blog', html`<span>Your blog</span>`));
    if (!isStatic) items.push(item('/review/', tool === 'review', html`<span>Review</span>`));
  }
  const isHere = section === 'Start' || frame.page?.section === section;
  return items.length === 0 ? undefined : group(section, items, isHere);
}

/** A group of pages. Only the one with the current page is open, because all of them are longer than a screen. */
function group(title: string, items: readonly Html[], isOpen: boolean): Html {
  return html`<details class="group" ?open="${isOpen}"><summary>${title}</summary>\n<ul>\n${items}</ul></details>\n`;
}

function item(href: string, isCurrent: boolean | undefined, label: Html): Html {
  return html`<li><a href="${href}" aria-current="${isCurrent ? 'page' : 'false'}">${label}</a></li>\n`;
}

function entry({ places, page: current, standings }: Frame, page: Page): Html {
  const standing = page.chapter && standings.find(({ chapter }) => chapter.slug === page.chapter?.slug);
  return item(places.page(page), page === current, html`${labelOf(page)}${standing && mark(standing)}`);
}

function labelOf({ chapter, title }: Page): Html {
  return chapter === undefined
    ? html`<span>${title}</span>`
    : html`<span class="chapter"><b>${chapter.number}</b><span>${chapter.title}</span></span>`;
}

/** How far the learner is: `2/6`, a tick, or nothing yet. The script of the page keeps it up to date. */
export function mark({ chapter, done, total, isDone, hasStar = false }: Standing): Html | undefined {
  if (total === 0) return undefined;
  const text = isDone ? (hasStar ? 'done, with a star' : 'done') : `${done} of ${total} steps done`;
  return html`<span class="mark" role="img" data-progress="${chapter.slug}" data-done="${done}" data-total="${total}" ?data-star="${hasStar}" aria-label="${text}"></span>`;
}

function wayOn({ places, isTry }: Frame, previous: Page | undefined, next: Page | undefined): Html | undefined {
  if (previous === undefined && next === undefined) return undefined;
  const link = (page: Page, way: string, word: string) =>
    html`<a class="${way}" href="${isTry && page.chapter && isInBrowser(page.chapter) ? places.try(page.chapter) : places.page(page)}" rel="${way}"><small>${word}</small>${page.title}</a>`;
  return html`<nav class="way-on" aria-label="Previous and next page">
${previous ? link(previous, 'prev', 'Previous') : html`<span></span>`}
${next ? link(next, 'next', 'Next') : html`<span></span>`}
</nav>`;
}

/** The table of contents. It is folded in a narrow window, and always open in a wide one. */
function contents(headings: readonly Heading[]): Html | undefined {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return undefined;
  const items = shown.map(({ level, text, anchor }) => {
    const step = /^Step (\d+):/.exec(text)?.[1];
    return html`<li class="level-${level}" data-step-mark="${step}"><a href="#${anchor}">${text}</a></li>\n`;
  });
  return html`<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul>\n${items}</ul></details></nav>`;
}
