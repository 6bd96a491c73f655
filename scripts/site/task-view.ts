import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { hintsOf, variationHints } from '../workshop/hints.ts';
import { recapOf } from '../workshop/recap.ts';
import { readFiles, solutionAt } from '../workshop/starters.ts';
import { noStep } from '../workshop/variation/define.ts';
import { editorLink } from './editor.ts';
import { withCode } from './failure-view.ts';
import { renderMarkdown, type Surroundings } from './markdown.ts';
import type { CardMarkup } from './task-cards.ts';
import { type VariationState, variationPart } from './variation-view.ts';

/** The state of one step in the learner's code. */
export interface StepState {
  readonly step: number;
  readonly state: string;
  /** Once a step has passed, our version may be shown. */
  readonly hasPassed: boolean;
  /** Whether it failed because the program didn't start. */
  readonly isBroken?: boolean;
  /** The first failure of the step. */
  readonly detail?: Html;
  readonly trouble?: string;
}

export interface TaskPage {
  readonly chapter: Chapter;
  readonly states: readonly StepState[];
  /** Undefined where no server knows about it. */
  readonly variation?: VariationState;
  readonly hints: ReadonlyMap<number, Html>;
  /** The files that the task of each step names. */
  readonly files: ReadonlyMap<number, readonly string[]>;
  readonly next: { number: string; title: string; href: string } | undefined;
  /** The static build has no server that could run checks, so readers tick off their steps themselves. */
  readonly isStatic: boolean;
  /** The checks run in the browser. */
  readonly isTry: boolean;
}

const words: Record<string, string> = {
  passed: 'Passes',
  failed: 'Doesn’t pass yet',
  before: 'Passed before; can’t run now',
  stopped: 'Not run',
  skipped: 'Could not be checked here',
  open: 'To do',
};

/** Placeholders for the current state of each card: a page is rendered once, but states change. */
export const slots: (step: number, title: string, isLast: boolean) => CardMarkup = (step, title, isLast) => ({
  open: `<!--open ${step} ${title}-->`,
  check: '',
  close: isLast ? `<!--close ${step} -->` : '</section>\n',
});

export function fillSlots(markup: string, page: TaskPage): string {
  return markup.replace(/<!--(open|close) (\d+) (.*?)-->/g, (_, what: string, step: string, title: string) =>
    (what === 'open' ? openCard(page, Number(step), title) : closeCard(page, Number(step))).toString(),
  );
}

function openCard({ states, isStatic, isTry }: TaskPage, step: number, title: string): Html {
  const { state = 'open' } = states.find((each) => each.step === step) ?? {};
  const word = isStatic && !isTry ? undefined : html`<span class="state">${words[state]}</span>`;
  // A step may have two of them.
  const part = /, part \d+/.exec(title)?.[0];
  return html`<section class="task" data-step="${step}" data-state="${state}" aria-label="Task of step ${step}${part}">
<p class="task-title"><span class="tick" aria-hidden="true"></span>${title}${word}</p>\n`;
}

function closeCard(page: TaskPage, step: number): Html {
  const { chapter, states, hints, isStatic, isTry } = page;
  const { detail, hasPassed = false, trouble } = states.find((each) => each.step === step) ?? {};
  const hint = hints.get(step);
  return html`<div class="task-foot">${isTry ? checkHere : isStatic ? tick(chapter, step) : controls(page, step)}</div>
<div class="task-result" aria-live="polite">${trouble && html`<p class="trouble">${trouble}</p>`}${detail}</div>
${hint && html`<details class="fold hint"><summary>Hint</summary><div class="fold-body">${hint}</div></details>`}
${isTry && ourVersion(`explain-${step}.html`, hasPassed)}${!isStatic && ourVersion(`/explain/${chapter.slug}/${step}`, hasPassed)}
</section>\n`;
}

const checkHere = html`<button type="button" class="primary" data-check-here>Check</button>`;

function controls({ chapter, files }: TaskPage, step: number): Html {
  const links = (files.get(step) ?? []).map((file) => editorLink(join(chapter.folder, file), file.split('/').at(-1)!));
  return html`<form method="post" action="/check/${chapter.slug}" data-check><button type="submit" class="primary">Check</button></form>
<span class="soft editors">Open in editor: ${links.map((link, index) => html`${index > 0 && ', '}${link}`)}</span>`;
}

function tick({ slug, number }: Chapter, step: number): Html {
  return html`<label class="tick-box"><input type="checkbox" data-tick="${slug}" value="${step}"> I have done this step</label> <span class="soft"><code>npm test ${number}</code> checks it.</span>`;
}

/** Hidden until the step passes. */
function ourVersion(address: string, hasPassed: boolean): Html {
  return html`<details class="fold ours" data-fragment="${address}" ?hidden="${!hasPassed}"><summary>Our version, and why</summary><div class="fold-body" aria-live="polite"><a href="${address}">Show it on a page of its own</a></div></details>`;
}

/** Below the title: a mark for each step, with a link to it. */
export function stepBar({ chapter, states }: TaskPage, label = 'Steps'): Html {
  const marks = chapter.steps.map(({ number, title, anchor }) => {
    const state = states.find(({ step }) => step === number)?.state ?? 'open';
    return html`<li data-step-mark="${number}" data-state="${state}"><a href="#${anchor}" title="${title}"><span class="visually-hidden">Step </span>${number}<span class="visually-hidden">: ${title}</span></a></li>\n`;
  });
  return html`<nav aria-label="${label}"><ol class="step-bar">\n${marks}</ol></nav>\n`;
}

const leaf = html`<svg class="leaf" viewBox="0 0 44 44" width="56" height="56" aria-hidden="true"><path d="M22 44V24M22 24c-3-14 5-21 19-22c2 13-5 21-19 22c-13 0-19 7-16 17c11 0 17-6 16-17z"/></svg>`;

/** The end of a chapter: what is done, what comes next, and the whole solution. */
export function chapterEnd(page: TaskPage): Html {
  const { chapter, states, isStatic, isTry, next } = page;
  const isDone = states.length > 0 && states.every(({ state, trouble }) => state === 'passed' && !trouble);
  const learned = recapOf(chapter);
  const hint = page.hints.get(noStep);
  return html`<section class="finish" id="finish" data-done="${isDone}" aria-labelledby="finish-title">
<div class="finish-head">${leaf}<h2 id="finish-title">${isDone ? html`Chapter ${chapter.number} is done` : html`Finish the chapter`}</h2></div>
<ol class="step-list">${chapter.steps.map(({ number, title, anchor }) => html`<li data-step-mark="${number}" data-state="${states.find(({ step }) => step === number)?.state ?? 'open'}"><a href="#${anchor}">${title}</a></li>\n`)}</ol>
<div class="when-open">${isTry ? html`<div class="task-foot"><button type="button" class="primary" data-check-here>Check all steps</button></div>` : isStatic ? html`<p>Tick each step when you have done it; this browser remembers it.</p>` : html`<div class="task-foot"><form method="post" action="/check/${chapter.slug}" data-check><button type="submit" class="primary">Check all steps</button></form> <label class="soft"><input type="checkbox" data-on-save checked> on every save</label> <span class="soft activity" role="status"></span></div>`}</div>
<div class="when-done">
${learned.length > 0 && html`<p>You can now:</p><ul class="learned">${learned.map((line) => html`<li>${withCode(line.replace(/^- /, ''))}</li>`)}</ul>`}
${!isStatic && html`<p><a href="/ending/${chapter.slug}/">Keep what you built: your numbers, your architecture, one of your requests</a></p>`}
${next && html`<p><a class="button" href="${next.href}"><small>Continue with chapter ${next.number}</small> ${next.title}</a></p>`}
</div>
${chapter.variation && html`<div class="on-your-own" aria-live="polite">${variationPart(chapter, page.variation)}</div>`}
${hint && html`<details class="fold hint"><summary>Hint for “On your own”</summary><div class="fold-body">${hint}</div></details>`}
${isTry && html`<details class="fold" data-difference><summary>Compare your code with the solution</summary><div class="fold-body" aria-live="polite"></div></details>`}
${!isStatic && html`<details class="fold" data-fragment="/diff/${chapter.slug}"><summary>Compare your code with the solution</summary><div class="fold-body" aria-live="polite"><a href="/diff/${chapter.slug}">Show it on a page of its own</a></div></details>`}
</section>`;
}

/** The hints of each step, and those of the variation as `noStep`. Each opens only inside the one before, so that nobody reads the last one by accident. */
export async function hintsByStep(chapter: Chapter, surroundings: Surroundings): Promise<Map<number, Html>> {
  const hints = new Map<number, Html>();
  for (const [step, rungs] of [...hintsOf(chapter), [noStep, variationHints(chapter)] as const]) {
    const texts = await Promise.all(rungs.map(({ text }) => renderMarkdown(text, surroundings)));
    const [first, ...later] = rungs.map(({ title }, index) => ({ title, text: raw(texts[index]!.markup) }));
    const more = later.reduceRight<Html>(
      (inner, { title, text }) =>
        html`<details class="fold hint"><summary>${title}</summary><div class="fold-body">${text}${inner}</div></details>`,
      html``,
    );
    if (first) hints.set(step, html`<p class="rung">${first.title}</p>${first.text}${more}`);
  }
  return hints;
}

/** The files to edit for each task: those that it names or whose classes it names, if they exist already. */
export function taskFiles(chapter: Chapter, readme: string): Map<number, string[]> {
  const sections = readme.split(/^(?=## )/m);
  return new Map(
    chapter.steps.map(({ number }) => {
      const section = sections.find((text) => text.startsWith(`## Step ${number}:`)) ?? '';
      const task = section.slice(section.indexOf('**Your task'));
      const named = [...task.slice(0, task.indexOf('**The check')).matchAll(/`(src\/[\w./-]+\.\w+)`/g)].map(
        ([, file]) => file!,
      );
      const candidates = [() => named, () => filesOfClasses(chapter, task), () => filesChanged(chapter, number)];
      for (const files of candidates) {
        const existing = [...new Set(files())].filter((file) => existsSync(join(chapter.folder, file)));
        if (existing.length > 0) return [number, existing.slice(0, 3)];
      }
      return [number, ['src/main.ts']];
    }),
  );
}

/** The files that the solution of a step changes: many tasks continue in the file of the step before, and don't name it again. */
function filesChanged(chapter: Chapter, step: number): string[] {
  const key = `${chapter.folder} ${step}`;
  let files = changedBySteps.get(key);
  if (files === undefined) {
    const [before, after] = [solutionAt(chapter, step - 1), solutionAt(chapter, step)];
    files = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => `src/${file}`);
    changedBySteps.set(key, files);
  }
  return files;
}

/** Cached, because the sources of all previous chapters have to be read for it. */
const changedBySteps = new Map<string, string[]>();

/** The files below `src` that define the classes that a task names. */
function filesOfClasses({ src }: Chapter, task: string): string[] {
  const names = new Set(
    [...task.slice(0, task.indexOf('**The check')).matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name!),
  );
  if (names.size === 0 || !existsSync(src)) return [];
  return [...readFiles(src)]
    .filter(([, text]) =>
      [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].some(([, name]) => names.has(name!)),
    )
    .map(([file]) => `src/${file}`);
}
