import type { Chapter } from './chapters.ts';

/** A part of the workshop. */
export interface Part {
  /** `Part I: The blog` */
  readonly title: string;
  readonly chapters: readonly PartChapter[];
}

export interface PartChapter {
  readonly chapter: Chapter;
  readonly builds: string;
  readonly learns: string;
}

/** The parts as the tables of the README describe them. Chapters that it doesn't list come last, under a title of their own. */
export function partsOf(readme: string, chapters: readonly Chapter[]): Part[] {
  const listed = readme.split(/^### /m).map((section) => ({
    title: section.split('\n', 1)[0]!.trim(),
    chapters: [...section.matchAll(/^\| \[\d\d\]\(chapters\/([^/]+)\/README\.md\) \| (.+?) \| (.+?) \|$/gm)].flatMap(
      ([, slug, builds = '', learns = '']) => {
        const chapter = chapters.find((candidate) => candidate.slug === slug);
        return chapter === undefined ? [] : [{ chapter, builds: plain(builds), learns: plain(learns) }];
      },
    ),
  }));
  const known = new Set(listed.flatMap((part) => part.chapters.map(({ chapter }) => chapter)));
  const rest = chapters.filter((chapter) => !known.has(chapter));
  const others = { title: 'Chapters', chapters: rest.map((chapter) => ({ chapter, builds: '', learns: '' })) };
  return [...listed, others].filter((part) => part.chapters.length > 0);
}

function plain(markdown: string): string {
  return markdown.replace(/[`*]/g, '').trim();
}
