import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters, type Chapter, root } from '../workshop/chapters.ts';
import { type Part, partsOf } from '../workshop/parts.ts';
import { type ReferencePart, referenceFile, referenceParts } from './reference-parts.ts';

/** One Markdown file as a page of the site. */
export interface Page {
  /** Its address, and its folder in the static build: `/chapters/01-hello-route/`. */
  readonly path: string;
  /** Its Markdown, below the repository, with forward slashes. */
  readonly file: string;
  readonly title: string;
  readonly section: Section;
  readonly chapter?: Chapter;
  /** A page for one concept of the reference. */
  readonly reference?: ReferencePart;
  /** Below which heading of its section the list of pages has it. */
  readonly group?: string;
}

export const sections = ['Start', 'Chapters', 'Guide', 'Reference', 'More'] as const;
export type Section = (typeof sections)[number];

/** The groups of the guide, and its pages in the order in which one would read them. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Guide: the workshop': [
    ...['what-is-trellis', 'a-request', 'x-ray', 'your-blog', 'your-own-code', 'write-the-attack', 'in-the-browser'],
    ...['review', 'coach'],
  ],
  'Guide: the framework': ['routing', 'context', 'middleware', 'injection', 'validation', 'platforms', 'errors'],
  'Guide: recipes': ['injectables', 'database', 'streaming', 'authentication', 'testing', 'openapi'],
  'Guide: in production': ['your-own-project', 'deployment', 'observability', 'serving', 'scaling'],
};

/** Pages that are not named here come last. */
const order = [
  ...Object.values(groups).flat(),
  ...[
    'api',
    'http-api',
    'spec-map',
    'security',
    'performance',
    'dependencies',
    'glossary',
    'troubleshooting',
    'changelog',
    'teaching',
    'decisions',
  ],
];

/** Every page that is made from Markdown, in reading order. Listed once: what is not in the list does not exist. */
export class Content {
  readonly repository: string;
  readonly pages: readonly Page[];
  readonly parts: readonly Part[];
  readonly #byPath: Map<string, Page>;
  readonly #byFile: Map<string, Page>;

  constructor(repository = root) {
    this.repository = repository;
    const chapters = allChapters(repository);
    this.pages = [
      { ...this.#page('/start/', 'README.md', 'Start'), title: 'Overview and commands' },
      ...chapters.map((chapter) => ({
        path: `/chapters/${chapter.slug}/`,
        file: `chapters/${chapter.slug}/README.md`,
        title: chapter.title,
        section: 'Chapters' as const,
        chapter,
      })),
      ...this.#folder('docs/guide', 'Guide'),
      ...this.#folder('docs/reference', 'Reference').flatMap((page) =>
        page.file === referenceFile ? this.#reference(page) : [page],
      ),
      this.#page('/framework/', 'framework/README.md', 'Reference'),
      ...this.#folder('docs', 'More'),
      this.#page('/contributing/', 'CONTRIBUTING.md', 'More'),
    ].filter(({ file }) => existsSync(join(repository, file)));
    this.parts = partsOf(existsSync(join(repository, 'README.md')) ? this.textOf({ file: 'README.md' }) : '', chapters);
    this.#byPath = new Map(this.pages.map((page) => [page.path, page]));
    this.#byFile = new Map(this.pages.map((page) => [page.file, page] as const).reverse());
  }

  at(path: string): Page | undefined {
    return this.#byPath.get(path.endsWith('/') ? path : `${path}/`);
  }

  ofFile(file: string): Page | undefined {
    return this.#byFile.get(file);
  }

  ofChapter(slug: string): Page {
    return this.pages.find(({ chapter }) => chapter?.slug === slug)!;
  }

  neighbours(page: Page): { previous: Page | undefined; next: Page | undefined } {
    const index = this.pages.indexOf(page);
    return { previous: this.pages[index - 1], next: this.pages[index + 1] };
  }

  /** The Markdown of a page. The reference is one file, and a page for each of its concepts. */
  textOf({ file, reference }: Pick<Page, 'file' | 'reference'>): string {
    if (reference !== undefined) return this.#partOf(reference)?.text ?? reference.text;
    const text = readFileSync(join(this.repository, file), 'utf8');
    return file === referenceFile ? referenceParts(text).intro : text;
  }

  /** The pages that one file is divided into. */
  partsOf(file: string): Page[] {
    return this.pages.filter((page) => page.file === file && page.reference !== undefined);
  }

  #reference(page: Page): Page[] {
    const { parts } = referenceParts(readFileSync(join(this.repository, page.file), 'utf8'));
    const pages = parts.map((reference) => ({
      ...page,
      path: `${page.path}${reference.names[0]!.anchor}/`,
      title: reference.title,
      reference,
    }));
    return [page, ...pages].map((each) => ({ ...each, group: 'API reference' }));
  }

  /** As it is now: somebody may be writing it. */
  #partOf({ title }: ReferencePart): ReferencePart | undefined {
    const text = readFileSync(join(this.repository, referenceFile), 'utf8');
    return referenceParts(text).parts.find((part) => part.title === title);
  }

  #page(path: string, file: string, section: Section): Page {
    const title = existsSync(join(this.repository, file)) ? /^# (.+)$/m.exec(this.textOf({ file }))?.[1] : undefined;
    return { path, file, title: title?.replaceAll('`', '') ?? file, section };
  }

  #folder(folder: string, section: Section): Page[] {
    if (!existsSync(join(this.repository, folder))) return [];
    return readdirSync(join(this.repository, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -3))
      .sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
      .map((name) => ({
        ...this.#page(`/${folder}/${name}/`, `${folder}/${name}.md`, section),
        group: groupOf(section, name),
      }));
  }
}

function groupOf(section: Section, name: string): string | undefined {
  if (section !== 'Guide') return undefined;
  return Object.keys(groups).find((group) => groups[group]!.includes(name)) ?? Object.keys(groups).at(-1);
}

function placeOf(name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}
