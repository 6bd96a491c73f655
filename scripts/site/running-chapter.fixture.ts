import type { Chapter } from '../workshop/chapters.ts';
import { Runner } from '../workshop/runner.ts';
import { solutionOf, writeFiles } from '../workshop/starters.ts';
import { copyOfChapter } from '../workshop/test-folder.fixture.ts';
import { type TestRepository, testRepository } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';
import { XrayFeed } from './x-ray-feed.ts';

/** A separate repository with one solved chapter that is running, and the site next to it, as in two terminals. */
export interface RunningChapter {
  readonly repository: TestRepository;
  readonly chapter: Chapter;
  readonly site: StartedSite;
  readonly feed: XrayFeed;
  readonly url: string;
  /** What the terminal of `npm run chapter` shows. */
  readonly terminal: string[];
  stop(): Promise<void>;
}

export async function runningChapter(slug: string): Promise<RunningChapter> {
  const repository = testRepository();
  const { chapter, terminal, runner } = await startSolved(slug, repository);
  const site = await startSite(repository.path);
  const feed = site.app.get(XrayFeed);
  await until(() => feed.program !== undefined);
  const stop = async () => {
    await site.stop();
    await runner.stop();
    repository.remove();
  };
  return { repository, chapter, site, feed, url: feed.program!.url, terminal, stop };
}

/** Starts a solved chapter of the repository on any free port, as `npm run chapter` does in a terminal. */
export async function startSolved(slug: string, repository: TestRepository) {
  const chapter = copyOfChapter(slug, repository.path);
  writeFiles(chapter.src, solutionOf(chapter));
  const terminal: string[] = [];
  const runner = new Runner({ chapter, src: chapter.src, print: (text) => terminal.push(text) });
  const port = process.env.PORT;
  process.env.PORT = '0';
  try {
    await runner.start();
  } finally {
    if (port === undefined) delete process.env.PORT;
    else process.env.PORT = port;
  }
  return { chapter, terminal, runner };
}

/** Polls until a condition holds that depends on another process. */
export async function until(holds: () => boolean, patience = 20_000): Promise<void> {
  const end = Date.now() + patience;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Still not true after ${patience / 1000} s: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
