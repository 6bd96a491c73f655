import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';

/** The repository. */
export const root = resolve(import.meta.dirname, '..', '..');

export interface Step {
  readonly number: number;
  readonly title: string;
  /** The heading's anchor in the README. */
  readonly anchor: string;
}

/** The task at the end of a chapter that nothing spells out. */
export interface Variation {
  readonly title: string;
  /** The heading's anchor in the README. */
  readonly anchor: string;
}

/** One chapter, as its folder and its README describe it. */
export interface Chapter {
  /** `05` */
  readonly number: string;
  /** `05-injection` */
  readonly slug: string;
  readonly title: string;
  /** What its README is divided into. A chapter with sections is graded: no steps lead to its solution, and any order will do. */
  readonly unit: 'step' | 'section';
  readonly steps: readonly Step[];
  /** Undefined if the chapter has none. */
  readonly variation?: Variation;
  readonly folder: string;
  /** What the learner edits. */
  readonly src: string;
  /** The finished code, generated like the starter. */
  readonly solution: string;
  /** The folders with the marked sources that the chapter is generated from: those of the chapters it builds on, its own last. */
  readonly sources: readonly string[];
}

/** Every chapter, in order. */
export function allChapters(repository = root): Chapter[] {
  const lineages = new Lineages(join(repository, 'solutions'));
  return chapterFolders(join(repository, 'chapters')).map((slug) => readChapter(repository, slug, lineages.of(slug)));
}

/** `01-hello-route`, `02-paths` and so on. */
function chapterFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d\d-[a-z0-9-]+$/.test(name))
    .sort();
}

function readChapter(repository: string, slug: string, lineage: readonly string[]): Chapter {
  const folder = join(repository, 'chapters', slug);
  const readme = join(folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  return {
    number: slug.slice(0, 2),
    slug,
    title: /^# (?:Chapter )?\d*:?\s*(.+)$/m.exec(text)?.[1] ?? slug,
    unit: /^## Section 1: /m.test(text) ? 'section' : 'step',
    ...partsOf(text),
    folder,
    src: join(folder, 'src'),
    solution: join(repository, 'solutions', slug, 'src'),
    sources: lineage.map((name) => join(repository, 'solutions', name, 'source')),
  };
}

/** Which chapters' sources make up a chapter. */
class Lineages {
  readonly #solutions: string;
  readonly #names: readonly string[];
  readonly #known = new Map<string, readonly string[]>();

  constructor(solutions: string) {
    this.#solutions = solutions;
    this.#names = chapterFolders(solutions);
  }

  /** In order, the chapter itself last. */
  of(slug: string): readonly string[] {
    const known = this.#known.get(slug);
    if (known !== undefined) return known;
    const found = [...new Set([...this.#parentsOf(slug).flatMap((parent) => this.of(parent)), slug])];
    this.#known.set(slug, found);
    return found;
  }

  /** The chapter before, unless `builds-on.txt` names others, one per line. If it is empty, the chapter starts from nothing. */
  #parentsOf(slug: string): string[] {
    const file = join(this.#solutions, slug, 'builds-on.txt');
    if (!existsSync(file)) return this.#names.filter((name) => name < slug).slice(-1);
    const parents = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const wrong = parents.find((name) => name >= slug || !existsSync(join(this.#solutions, name, 'source')));
    if (wrong !== undefined) throw new Error(`${relative(process.cwd(), file)}: ${wrong} is not an earlier chapter.`);
    return parents;
  }
}

/** The sections `## Step 2` of a page of the chapter, such as `hints.md`, by step. */
export function sectionsOf({ folder }: Chapter, page: string): Map<number, string> {
  const file = join(folder, page);
  const sections = existsSync(file)
    ? readFileSync(file, 'utf8').matchAll(/^## Step (\d+).*\n((?:(?!## ).*\n?)*)/gm)
    : [];
  return new Map([...sections].map(([, step, text = '']) => [Number(step), text.trim()]));
}

/** The headings `## Step 2: One route for every post`, or `## Section 2: Tokens`, and `## On your own: Comments`. */
function partsOf(readme: string): Pick<Chapter, 'steps' | 'variation'> {
  const slugger = new GithubSlugger();
  const steps: Step[] = [];
  let variation: Variation | undefined;
  const prose = readme.replace(/^```.*?^```/gms, '');
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = slugger.slug(heading);
    const step = /^(?:Step|Section) (\d+): (.+)$/.exec(heading);
    if (step) steps.push({ number: Number(step[1]), title: step[2]!, anchor });
    const [, title] = /^On your own: (.+)$/.exec(heading) ?? [];
    if (title) variation = { title, anchor };
  }
  return { steps, ...(variation && { variation }) };
}
