import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html } from 'trellis';
import type { Part, PartChapter } from '../workshop/parts.ts';
import type { Standing } from '../workshop/workshop.ts';
import type { Content } from './content.ts';
import { mark, type View } from './layout.ts';
import { isInBrowser } from './try-view.ts';
import { type KeptTrace, traceView } from './x-ray-view.ts';

const choices = ['Without a token', 'Without a title', 'With both'];

/** Real requests to chapter 10, recorded by `npm run pictures`. One of them is shown at a time, without a script. */
function recordingView(): Html {
  const traces = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded-trips.json'), 'utf8')) as KeptTrace[];
  return html`<div class="recording"><fieldset><legend class="visually-hidden">A recorded request</legend>${traces.map((trace, index) => html`<label><input type="radio" name="recorded" id="recorded-${index}" ?checked="${index === 0}"> <b>${trace.status}</b> ${choices[index]}</label>`)}</fieldset>
${traces.map((trace) => traceView(trace, undefined))}</div>`;
}

/** The home page: what Trellis is, where to continue, a recorded request, and every chapter. */
export function homeView(content: Content, view: View): Html {
  const chapters = content.parts.flatMap((part) => part.chapters);
  return html`<section class="hero">
<h1>Build a backend, and see inside every request</h1>
<p class="lead">Trellis is a workshop in ${chapters.length} chapters. You build a real blog API with authentication in depth, on a framework small enough to read from end to end. In Part V you write that framework yourself. All it takes is a little TypeScript or JavaScript.</p>
${startView(content, view)}
</section>
<section class="recorded" aria-labelledby="recorded-title"><h2 id="recorded-title">Watch a request travel through your code</h2>
<p class="lead">X-ray shows what happened between the request and the response. These were recorded from chapter 10. Choose one:</p>
${recordingView()}</section>
<section aria-labelledby="how-title"><h2 id="how-title">How you work</h2>
<ol class="how">
<li><b>Read</b>Each step explains one idea and gives you one task. Every snippet is taken from code that runs.</li>
<li><b>Write</b>You write the code in the browser or in your own editor. The program restarts after every change.</li>
<li><b>Check</b>A failed check shows the request, what came back, what was expected, and the likely cause.</li>
<li><b>Look inside</b>You watch requests in X-ray, attack your own program, and compare it with ours.</li>
</ol></section>
<div id="chapters"><div class="hero-figure">${vine(view.standings)}</div>${content.parts.map((part) => partView(part, content, view))}</div>
<p class="colophon">No account, no tracking, no request to any other host. Part I runs in the browser; everything else on your machine, where Node.js is all it needs.</p>`;
}

/** Where the learner is: the next open step, or the beginning. */
function startView(content: Content, { places, standings, isStatic }: View): Html {
  const current = standings.find(({ isDone }) => !isDone);
  const isNew = standings.every(({ done }) => done === 0);
  const overview = content.ofFile('README.md');
  const hasPosts = standings.some(({ chapter, done }) => chapter.number >= '04' && done > 0);
  const blog = hasPosts && !isStatic && html`<a class="quiet" href="/blog/">Your blog</a>`;
  const more = html`${blog}${overview && html`<a class="quiet" href="${places.page(overview)}">Overview and commands</a>`}`;
  if (current === undefined) return html`<p class="actions">${more}</p>`;
  const { chapter, done, total } = current;
  const page = content.ofChapter(chapter.slug);
  const step = chapter.steps[done] ?? chapter.steps.at(-1);
  const label = isNew
    ? isStatic
      ? html`Start with chapter ${chapter.number}, right here`
      : html`Start with chapter ${chapter.number}`
    : html`Continue: chapter ${chapter.number}, step ${Math.min(done + 1, total)}`;
  // Visitors of the published site have nothing installed. Those who run the site have.
  const href = isStatic && isInBrowser(chapter) ? places.try(chapter) : places.page(page, isNew ? '' : step?.anchor);
  return html`<div class="start"><div><p class="actions"><a class="button" href="${href}" data-continue>${label}</a>${more}</p>
${
  isStatic &&
  html`<p class="soft">Nothing to install: your program runs in this browser.</p></div>
<div><p class="soft">Or on your own machine, with Node.js, in a clone:</p><figure class="code" data-language="sh"><pre tabindex="0"><code><span class="line">npm ci</span>\n<span class="line">npm run chapter 01</span></code></pre></figure>`
}</div></div>
${!isNew && html`<p class="soft">${total - done} of ${total} steps left in “${chapter.title}”.</p>`}`;
}

function partView({ title, chapters }: Part, content: Content, view: View): Html {
  const [, number = '', name = title] = /^(Part \w+): (.+)$/.exec(title) ?? [];
  return html`<section class="part"><h2>${number && html`<span class="eyebrow">${number}<span class="visually-hidden">:</span></span> `}${name}</h2>
<ul class="cards">\n${chapters.map((entry) => cardView(entry, content, view))}</ul></section>\n`;
}

function cardView({ chapter, builds, learns }: PartChapter, content: Content, { places, standings }: View): Html {
  const standing = standings.find(({ chapter: { slug } }) => slug === chapter.slug);
  const built = builds.charAt(0).toUpperCase() + builds.slice(1);
  return html`<li><a class="card" href="${places.page(content.ofChapter(chapter.slug))}"><span class="card-number">${chapter.number}${standing && mark(standing)}</span><b>${chapter.title}</b>${!isTold(chapter.title, built) && html`<span class="card-builds">${built}</span>`}<span class="soft">${learns}</span></a></li>\n`;
}

/** Whether a text begins like the title above it, and so tells nothing new. */
function isTold(title: string, text: string): boolean {
  const [heading, words] = [title, text].map((each) =>
    each
      .toLowerCase()
      .match(/\w+/g)
      ?.filter((word) => word !== 'and'),
  );
  return words === undefined || heading?.every((word, index) => words[index] === word) === true;
}

/** The trellis: one crossing for each chapter, and a leaf on it when the chapter is done. */
function vine(standings: readonly Standing[]): Html {
  // Two rows, so that none of them has a gap at its end.
  const columns = Math.max(1, Math.ceil(standings.length / 2));
  const rows = Math.max(1, Math.ceil(standings.length / columns));
  const done = standings.filter(({ isDone, total }) => isDone && total > 0).length;
  const [width, height] = [columns * 44 + 20, rows * 44 + 20];
  const slats = [
    ...Array.from({ length: columns }, (_, column) => `M${32 + column * 44} 8V${height - 8}`),
    ...Array.from({ length: rows }, (_, row) => `M8 ${32 + row * 44}H${width - 8}`),
  ];
  const leaves = standings.map(({ chapter, isDone, total }, index) => {
    const row = Math.floor(index / columns);
    const along = index % columns;
    // It grows from the bottom up, alternating between left to right and right to left.
    const column = row % 2 === 0 ? along : columns - 1 - along;
    const [x, y] = [32 + column * 44, height - 32 - row * 44];
    return html`<path data-leaf="${chapter.slug}" data-grown="${isDone && total > 0}" d="M${x} ${y}c-2-13 6-19 15-20c2 11-4 19-15 20c-11 1-17 8-14 17c10 0 15-7 14-17z"/>`;
  });
  return html`<svg class="vine" viewBox="0 0 ${width} ${height}" role="img" aria-label="A trellis: ${done} of ${standings.length} chapters are done"><path class="slats" d="${slats.join('')}"/>${leaves}</svg>
<p class="soft" aria-hidden="true">${done === 0 ? html`A leaf for each chapter you finish` : html`${done} of ${standings.length} chapters done`}</p>`;
}
