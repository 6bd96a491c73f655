import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { EndedChapter, Ending } from '../../workshop/ending/ending.ts';
import { vine } from './card.ts';
import { mapPicture, shownParts } from './map-picture.ts';
import { dayOf, numbersOf } from './numbers.ts';
import { label, leafPath } from './paint.ts';
import { traceView } from './trace-view.ts';

/** What was built and learned, for the site and for the file. */
export function endingView(ending: Ending): Html {
  const { scope, chapters, learned, program, bench } = ending;
  const done = chapters.filter(({ isDone }) => isDone).length;
  const isWhole = done === chapters.length;
  const verdict = scope.kind === 'chapter' || isWhole ? 'Done' : `${done} of ${chapters.length} chapters done`;
  const isLarge = chapters.length > 1;
  return html`<div class="keep">
<header class="keep-head"><svg class="keep-leaf" viewBox="0 0 44 44" width="64" height="64" aria-hidden="true"><path d="${leafPath}"/></svg>
<div><p class="keep-above">${label(scope.above, 80)}</p><h1>${label(scope.title, 120)}</h1><p class="keep-done">${verdict}${ending.stars > 0 && html` <span class="keep-stars">${starsView(ending.stars)}</span>`}</p></div></header>
<dl class="keep-numbers">${numbersOf(ending)
    .filter(({ name }) => !/^stars?$/.test(name))
    .map(({ value, name }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
${isLarge && vineView(chapters)}
${learned.length > 0 && html`<section><h2>${isLarge ? 'What it was about' : 'What you can do now'}</h2><ul class="keep-learned">${learned.map((line) => html`<li>${label(capital(line), 300)}</li>\n`)}</ul></section>`}
${program && programView(program, isLarge)}
${program?.trace && html`<section><h2>One request through your program</h2><p class="keep-note">${program.isOwn ? 'You have sent it' : `A check of chapter ${program.chapter.number} has sent it`}, and this is what your code did with it. Secrets are masked.</p>${traceView(program.trace)}</section>`}
${bench && benchView(bench)}
${isLarge && chaptersView(chapters)}
<footer class="keep-foot"><p>Lines of yours are those that your folder has and our starter hasn’t, without blank lines and brackets. Code that you have carried on counts in the chapter where you wrote it.</p><p>Made with Trellis on ${dayOf(ending.at)}, on your machine. Nothing was sent anywhere.</p></footer>
</div>`;
}

function starsView(count: number): Html {
  return html`<span aria-hidden="true">★</span> ${count} ${count === 1 ? 'star' : 'stars'}`;
}

function vineView(chapters: readonly EndedChapter[]): Html {
  const step = Math.min(64, 880 / chapters.length);
  const width = Math.round(step * chapters.length + 8);
  const picture = html`<svg class="keep-vine" viewBox="0 0 ${width} 76" width="${width}" height="76" role="img" aria-label="${chapters.filter(({ isDone }) => isDone).length} of ${chapters.length} chapters are done">${vine(chapters, 'light', { x: 2, y: 10, width: 880 })}</svg>`;
  return scrolling('Your chapters', picture);
}

/** What may be wider than the page can be scrolled with the keyboard, too. */
function scrolling(name: string, content: Html): Html {
  return html`<div class="keep-scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`;
}

function programView({ description, routes, chapter }: NonNullable<Ending['program']>, isLarge: boolean): Html {
  const { width, height, markup } = mapPicture(description, 'light');
  const own = description.parts.filter(({ module }) => module !== undefined).length;
  const modules = description.modules.length;
  const kinds = ['controller', 'middleware', 'service', 'value'].filter((kind) =>
    shownParts(description).some((part) => part.kind === kind),
  );
  const map = html`<svg class="keep-map" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The classes of your application, and what each of them is given">${markup}</svg>`;
  return html`<section><h2>Your architecture</h2><p class="keep-note">${isLarge && `As of chapter ${chapter.number}: `}${own} ${own === 1 ? 'class' : 'classes'} in ${modules} ${modules === 1 ? 'module' : 'modules'}, ${routes.length} ${routes.length === 1 ? 'route' : 'routes'}. Each line leads from a class to one that it is given.</p>
${scrolling('Your architecture', map)}
<ul class="keep-legend" aria-label="Kinds of classes">${kinds.map((kind) => html`<li class="is-${kind}">${kind}</li>`)}</ul></section>`;
}

function benchView(bench: NonNullable<Ending['bench']>): Html {
  return html`<section><h2>How fast your framework is</h2><p class="keep-note">The share of bare <code>node:http</code> that it reached in your last <code>npm run bench mine</code>. 1.00 costs the same CPU time per request, 0.50 twice as much.</p>
<table class="keep-bench"><tbody>${bench.map(({ work, share }) => html`<tr><th scope="row">${label(work, 80)}</th><td>${share.toFixed(2)}</td><td><svg class="keep-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="p-rest" width="100" height="4"/><rect class="p-kind" width="${Math.min(100, share * 100).toFixed(1)}" height="4"/></svg></td></tr>`)}</tbody></table></section>`;
}

function chaptersView(chapters: readonly EndedChapter[]): Html {
  const rows = chapters.map(
    ({ chapter, isDone, hasStar, done, total, written }) =>
      html`<tr ?data-open="${!isDone}"><th scope="row"><b>${chapter.number}</b> ${label(chapter.title, 80)}</th><td>${isDone ? 'done' : `${done} of ${total}`}${hasStar && html` <span class="keep-star">★<span class="visually-hidden"> with a star</span></span>`}</td><td>${isDone && written.lines.toLocaleString('en')}</td><td>${isDone && written.files}</td></tr>\n`,
  );
  const table = html`<table class="keep-chapters"><thead><tr><th scope="col">Chapter</th><th scope="col">Steps</th><th scope="col">Lines of yours</th><th scope="col">Files</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section><h2>Chapter by chapter</h2>${scrolling('Chapter by chapter', table)}</section>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same as a file that needs no other: it opens without a server, and its policy lets it load nothing. */
export function endingFile(ending: Ending): string {
  const styles = endingStyles();
  const hash = createHash('sha256').update(styles).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${label(ending.scope.title, 120)} · Trellis</title>
${raw(`<style>${styles}</style>`)}
</head>
<body><main>${endingView(ending)}</main></body>
</html>
`.toString();
}

function endingStyles(): string {
  const read = (name: string) =>
    readFileSync(join(import.meta.dirname, '..', 'assets', name), 'utf8').replaceAll('<', '');
  return `${read('ending-file.css')}\n${read('ending.css')}`;
}
