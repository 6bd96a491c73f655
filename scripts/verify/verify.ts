import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../workshop/chapters.ts';
import { verifyAttacks } from './attacks.ts';
import { verifyForm } from './chapter.ts';
import { verifyConsole } from './console.ts';
import { verifyExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';
import { verifyLinks } from './links.ts';
import { verifyNames } from './names.ts';
import { verifyPredictions } from './predictions.ts';
import { verifySnippets } from './snippets.ts';
import { verifyContinuity, verifyGenerated, verifyRegions } from './starters.ts';
import { verifyTargets } from './targets.ts';

/**
 * Every rule that a chapter has to keep. For all chapters together, a known mistake only meets the checks that must fail in
 * the first step that catches it; `isThorough` adds the others, which makes a chapter take several times as long.
 */
export async function verifyChapter(chapter: Chapter, isThorough = true): Promise<Finding[]> {
  const readme = join(chapter.folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const pages = ['README.md', 'hints.md', 'explain.md']
    .map((name) => join(chapter.folder, name))
    .filter((page) => existsSync(page));
  // Each of these starts programs and waits for them, so they share the processors well.
  const found = await Promise.all([
    verifyExplanations(chapter, isThorough),
    verifyConsole(chapter, text).then(async (findings) => [...findings, ...(await verifyPredictions(chapter, text))]),
    verifyTargets(chapter, isThorough),
  ]);
  return [
    ...(await verifyForm(chapter)),
    ...verifyGenerated(chapter),
    ...verifyRegions(chapter),
    ...verifyContinuity(chapter, text),
    ...verifySnippets(chapter, text),
    ...pages.flatMap((page) => [...verifyLinks(page), ...verifyNames(chapter, page)]),
    ...found.flat(),
    // On their own: some of them measure time.
    ...(await verifyAttacks(chapter)),
  ];
}
