import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../../workshop/chapters.ts';
import type { RunningProgram } from '../../workshop/xray/feed.ts';
import { type Offer, offerOf } from './offer.ts';

/** Why there is no blog to show, and what to do about it. */
export interface Obstacle {
  readonly title: string;
  readonly text: string;
  /** To type into a terminal. */
  readonly command?: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** The learner's running program, as the page needs to know it. */
export interface RunningBlog {
  /** Whether there is a program, even one that doesn't listen. */
  readonly isStarted: boolean;
  readonly chapter: { readonly number: string; readonly title: string; readonly href: string } | null;
  readonly url: string | null;
  /** Which run of which program this is: after a save, it is a new one. */
  readonly run: string;
  /** Whether X-ray has the program's requests. */
  readonly isTraced: boolean;
  readonly offer: Offer;
  /** The addresses of the chapters that add routes, by number. */
  readonly chapterLinks: Readonly<Record<string, string>>;
  /** Nothing can be shown. */
  readonly obstacle: Obstacle | null;
  /** Applies if `GET /posts` turns out not to exist. */
  readonly withoutPosts: Obstacle;
}

export interface Surroundings {
  readonly program: RunningProgram | undefined;
  readonly run: string;
  readonly chapters: readonly Chapter[];
  /** The chapters from there on whose programs aren't blogs. */
  readonly building: readonly Chapter[];
  /** The number of the chapter that the learner is working on. */
  readonly current: string;
}

const first = '04';

export function runningBlog({ program, run, chapters, building, current }: Surroundings): RunningBlog {
  const chapter = chapters.find(({ slug }) => slug === program?.chapter);
  const offer = offerOf(program?.routes ?? [], chapter?.number);
  const withoutPosts = missingPosts(program, chapter, offer, building);
  const isEarly = chapter !== undefined && chapter.number < first;
  const hasPosts = offer.paths.list !== undefined && !(isEarly && !offer.isKnown);
  return {
    isStarted: program !== undefined,
    chapter: chapter ? { number: chapter.number, title: chapter.title, href: hrefOf(chapter) } : null,
    ...{ url: program?.url ?? null, run, offer, withoutPosts },
    chapterLinks: Object.fromEntries(chapters.map((each) => [each.number, hrefOf(each)])),
    isTraced: (program?.description?.parts.length ?? 0) > 0,
    obstacle: notRunning(program, chapter, withPosts(current, building)) ?? (hasPosts ? null : withoutPosts),
  };
}

/** The learner's own chapter if its program is a blog, and else one whose program is. */
function withPosts(current: string, building: readonly Chapter[]): string {
  if (current < first) return first;
  return building.some(({ number }) => number === current) ? '11' : current;
}

function notRunning(
  program: RunningProgram | undefined,
  chapter: Chapter | undefined,
  next: string,
): Obstacle | undefined {
  if (program === undefined) {
    return {
      title: 'No program is running',
      text: `This page shows the posts of your own program, from chapter ${first} on. Start one in a terminal, and leave this page open:`,
      command: `npm run chapter ${next}`,
    };
  }
  if (program.url !== undefined) return undefined;
  return {
    title: 'Your program isn’t listening',
    text: `The terminal of chapter ${chapter?.number ?? program.chapter} says why. The program starts again on your next save, and this page continues by itself.`,
  };
}

/** The program listens, but has no list of posts. */
function missingPosts(
  program: RunningProgram | undefined,
  chapter: Chapter | undefined,
  offer: Offer,
  building: readonly Chapter[],
): Obstacle {
  const number = chapter?.number ?? '';
  if (number < first) {
    return {
      title: `Chapter ${number} has no posts yet`,
      text: `Chapter ${first} adds them. From there on, this page shows your blog, and it grows with every chapter.`,
      command: `npm run chapter ${first}`,
    };
  }
  if (building.some((each) => each === chapter)) {
    return {
      title: 'This program has no posts',
      text: `The program of chapter ${number} isn’t a blog. Run one that is:`,
      command: 'npm run chapter 11',
    };
  }
  if (program !== undefined && existsSync(join(program.src, 'api.ts'))) {
    return {
      title: 'This program serves pages of its own',
      text: 'It has no GET /posts, which this page needs. Open its own pages, or start the API, which is another program of this chapter:',
      command: `npm run chapter ${number} api`,
      ...(program.url && { link: { href: program.url, text: `Open ${program.url}` } }),
    };
  }
  return {
    title: 'Your program has no posts yet',
    text: offer.sentences.list.text,
    ...(chapter && { link: { href: hrefOf(chapter), text: `Continue with chapter ${number}` } }),
  };
}

function hrefOf({ slug }: Chapter): string {
  return `/chapters/${slug}/`;
}
