import { join } from 'node:path';
import { linesAfter } from './carry/offer.ts';
import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import { failedIn, isBroken, isDone } from './checked-chapter.ts';
import { endingLines } from './ending/ending-lines.ts';
import { badgesOf, badgeView, examineBadges } from './graded/badges.ts';
import { outcomeView } from './outcome-view.ts';
import { rulesView, stepLine, verdictView } from './steps-view.ts';
import type { Terminal } from './terminal.ts';
import { examineVariation } from './variation/examine.ts';
import { variationView } from './variation/view.ts';
import { stillStarting, type Workshop } from './workshop.ts';

/** Checks the learner's steps of a chapter, and shows the outcome. Returns whether the chapter is done. */
export async function testChapter(workshop: Workshop, terminal: Terminal, chapter: Chapter): Promise<boolean> {
  let isFirst = true;
  /** The failure that the verdict on the current step has shown. */
  let told: CheckResult | undefined;
  const checked = await workshop.check(chapter, {
    onSlowStart: () => isFirst && terminal.print(stillStarting),
    onRules: (step) => terminal.print(rulesView(step)),
    onStep: (step, now) => {
      // If the program doesn't start, there is nothing to say about the other steps. A board is shown as a whole.
      if (isBroken(now.results) || chapter.steps.length === 1 || chapter.unit === 'section') return;
      if (isFirst) told = failedIn(now.results);
      terminal.print(isFirst ? verdictView(chapter, step, now, terminal.width) : stepLine(step, now));
      isFirst = false;
    },
  });
  const next = workshop.after(chapter);
  terminal.print(outcomeView(chapter, checked, next, terminal.width, told));
  const done = isDone(chapter, checked);
  for (const line of done ? linesAfter(workshop, chapter, next) : []) terminal.print(`${line}\n`);
  const ending = done ? endingLines(workshop, join(workshop.state, '..'), chapter) : [];
  if (ending.length > 0) terminal.print(`${ending.join('\n')}\n`);
  // After everything else has been said: it takes its time, and changes nothing about the steps.
  const examined = await examineVariation(workshop.progress, chapter, checked);
  if (examined !== undefined) terminal.print(variationView(chapter, examined, terminal.width));
  if (done && chapter.unit === 'section') await sendExaminers(workshop, terminal, chapter);
  return done;
}

/** A badge is an extra: without one, the chapter is done all the same. */
async function sendExaminers(workshop: Workshop, terminal: Terminal, chapter: Chapter): Promise<void> {
  terminal.print('The examiners are coming. They take about a minute.\n');
  const results = await examineBadges(chapter, chapter.src, (result) =>
    terminal.print(badgeView(result, terminal.width)),
  );
  const badges = badgesOf(results);
  workshop.progress.award(chapter, badges);
  const earned = Object.values(badges).filter(Boolean).length;
  terminal.print(
    `\n${earned} of ${results.length} badges. For a review by a person: npm run review ${chapter.number}\n`,
  );
}
