import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters, type Chapter, root } from '../workshop/chapters.ts';

/** One Markdown file as a page of the site. */
export interface Page {
  /** Where it is served, and where it lies in the static build: `/chapters/01-hello-route/`. */
  readonly path: string;
  /** Its Markdown, below the repository, with forward slashes. */
  readonly file: string;
  readonly title: string;
  readonly section: Section;
  readonly chapter?: Chapter;
}

export const sections = ['Start', 'Chapters', 'Guide', 'Reference', 'More'] as const;
export type Section = (typeof sections)[number];

/** The order of the guide is the order in which one would read it; what is not named here comes after. */
const guideOrder = ['what-is-trellis', 'a-request', 'routing', 'context', 'middleware', 'injection', 'validation'];

/** Everything that the site shows, in reading order. Read once: what is not listed here does not exist. */
export class Content {
  readonly pages: readonly Page[];
  readonly #byPath: Map<string, Page>;
  readonly #byFile: Map<string, Page>;

  constructor() {
    this.pages = [
      pageOf('/', 'README.md', 'Start'),
      ...allChapters().map((chapter) => ({
        path: `/chapters/${chapter.slug}/`,
        file: `chapters/${chapter.slug}/README.md`,
        title: chapter.title,
        section: 'Chapters' as const,
        chapter,
      })),
      ...folderPages('docs/guide', 'Guide').sort((a, b) => guideIndex(a) - guideIndex(b)),
      ...folderPages('docs/reference', 'Reference'),
      pageOf('/framework/', 'framework/README.md', 'Reference'),
      ...folderPages('docs', 'More'),
      pageOf('/contributing/', 'CONTRIBUTING.md', 'More'),
    ].filter(({ file }) => existsSync(join(root, file)));
    this.#byPath = new Map(this.pages.map((page) => [page.path, page]));
    this.#byFile = new Map(this.pages.map((page) => [page.file, page]));
  }

  at(path: string): Page | undefined {
    return this.#byPath.get(path.endsWith('/') ? path : `${path}/`);
  }

  ofFile(file: string): Page | undefined {
    return this.#byFile.get(file);
  }

  ofChapter(slug: string): Page | undefined {
    return this.pages.find(({ chapter }) => chapter?.slug === slug);
  }

  neighbours(page: Page): { previous: Page | undefined; next: Page | undefined } {
    const index = this.pages.indexOf(page);
    return { previous: this.pages[index - 1], next: this.pages[index + 1] };
  }
}

export function textOf(page: Page): string {
  return readFileSync(join(root, page.file), 'utf8');
}

function pageOf(path: string, file: string, section: Section): Page {
  return { path, file, title: titleOf(file), section };
}

function folderPages(folder: string, section: Section): Page[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => pageOf(`/${folder}/${name.slice(0, -3)}/`, `${folder}/${name}`, section));
}

function titleOf(file: string): string {
  const path = join(root, file);
  return existsSync(path) ? (/^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? file) : file;
}

function guideIndex({ file }: Page): number {
  const index = guideOrder.findIndex((name) => file.endsWith(`/${name}.md`));
  return index < 0 ? guideOrder.length : index;
}
