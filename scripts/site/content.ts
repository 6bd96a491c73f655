import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters, type Chapter, root } from '../workshop/chapters.ts';
import { type Part, partsOf } from './parts.ts';

/** One Markdown file as a page of the site. */
export interface Page {
  /** Its address, and its folder in the static build: `/chapters/01-hello-route/`. */
  readonly path: string;
  /** Its Markdown, below the repository, with forward slashes. */
  readonly file: string;
  readonly title: string;
  readonly section: Section;
  readonly chapter?: Chapter;
}

export const sections = ['Start', 'Chapters', 'Guide', 'Reference', 'More'] as const;
export type Section = (typeof sections)[number];

/** The order in which one would read them; pages that are not named here come last. */
const order = [
  ...[
    'what-is-trellis',
    'a-request',
    'x-ray',
    'your-blog',
    'review',
    'coach',
    'routing',
    'context',
    'middleware',
    'injection',
    'validation',
    'platforms',
  ],
  ...['injectables', 'database', 'streaming', 'authentication', 'testing', 'errors', 'openapi'],
  ...['your-own-project', 'deployment', 'observability', 'serving', 'scaling'],
  ...[
    'api',
    'http-api',
    'spec-map',
    'security',
    'performance',
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
      ...this.#folder('docs/reference', 'Reference'),
      this.#page('/framework/', 'framework/README.md', 'Reference'),
      ...this.#folder('docs', 'More'),
      this.#page('/contributing/', 'CONTRIBUTING.md', 'More'),
    ].filter(({ file }) => existsSync(join(repository, file)));
    this.parts = partsOf(existsSync(join(repository, 'README.md')) ? this.textOf({ file: 'README.md' }) : '', chapters);
    this.#byPath = new Map(this.pages.map((page) => [page.path, page]));
    this.#byFile = new Map(this.pages.map((page) => [page.file, page]));
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

  textOf({ file }: { file: string }): string {
    return readFileSync(join(this.repository, file), 'utf8');
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
      .map((name) => this.#page(`/${folder}/${name}/`, `${folder}/${name}.md`, section));
  }
}

function placeOf(name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}
