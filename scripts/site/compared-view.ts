import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { type Place, type Row, runsOf } from '../workshop/explain/alignment.ts';
import { compareRuns, compareStep } from '../workshop/explain/compare.ts';
import type { Statement } from '../workshop/explain/statements.ts';
import type { VersionedFile, Versions } from '../workshop/explain/versions.ts';
import type { Progress } from '../workshop/progress.ts';
import { editorLink } from './editor.ts';
import { withCode } from './failure-view.ts';
import type { Highlighter } from './highlighter.ts';

const words = { same: 'Same', different: 'Different', note: 'Note' };

/** What is certain about both versions, each with a mark and the word for it. */
export function statementsView(statements: readonly Statement[]): Html {
  const items = statements.map(
    ({ kind, text }) =>
      html`<li class="is-${kind}"><b class="statement-kind">${words[kind]}</b> <span>${withCode(text)}</span></li>\n`,
  );
  return html`<ul class="statements">\n${items}</ul>`;
}

/** What is only known after both programs have run. */
export async function runsView(chapter: Chapter, step: number, progress: Progress): Promise<Html> {
  const statements = await compareRuns(chapter, step, await compareStep(chapter, step, progress));
  if (statements.length > 0) return statementsView(statements);
  return html`<p>One of the programs doesn’t pass the checks of this step just now, or can’t run here, so nothing was compared.</p>`;
}

/** Both versions of a step, file by file: side by side where there is room, one below the other elsewhere. */
export async function versionsView(
  chapter: Chapter,
  { yours, ours, differences }: Versions,
  highlighter: Highlighter,
): Promise<Html> {
  const figures: Html[] = [];
  for (const file of differences) {
    const sources = { yours: yours.get(file.yours ?? '') ?? '', ours: ours.get(file.ours ?? '') ?? '' };
    const places: Html[] = [];
    for (const place of file.places) places.push(await placeView(place, sources, highlighter));
    const link = file.yours && editorLink(join(chapter.src, file.yours), 'Open in editor');
    figures.push(
      html`<figure class="code versions"><figcaption><span>${nameOf(file)}</span>${link}</figcaption>${places}</figure>`,
    );
  }
  return html`${figures}`;
}

function nameOf({ yours, ours }: VersionedFile): string {
  if (yours === undefined) return `src/${ours}, only in our version`;
  if (ours === undefined) return `src/${yours}, only in your version`;
  return yours === ours ? `src/${ours}` : `src/${yours}, in our version src/${ours}`;
}

async function placeView(
  { line, rows }: Place,
  sources: Readonly<Record<'yours' | 'ours', string>>,
  highlighter: Highlighter,
): Promise<Html> {
  const part = async (run: readonly Row[], whose: 'yours' | 'ours', change?: string) => {
    const lines = run.flatMap((row) => row[whose] ?? []);
    if (lines.length === 0) return undefined;
    const markup = await highlighter.highlight(lines.join('\n'), 'ts', { within: [sources[whose]] });
    const changed = change ? markup.replaceAll('<span class="line">', `<span class="line ${change}">`) : markup;
    return html`<pre tabindex="0"><code>${raw(changed)}</code></pre>`;
  };
  const parts: Html[] = [];
  for (const run of runsOf(rows)) {
    if (run[0]!.isSame) {
      parts.push(html`${await part(run, 'yours')}`);
      continue;
    }
    const [mine, other] = [await part(run, 'yours', 'is-removed'), await part(run, 'ours', 'is-added')];
    const none = html`<p class="none">Nothing here</p>`;
    parts.push(
      html`<div class="pair"><div><p class="whose">Yours</p>${mine ?? none}</div><div><p class="whose">Ours</p>${other ?? none}</div></div>`,
    );
  }
  return html`<div class="place"><p class="line is-place">Line ${line}</p>${parts}</div>`;
}
