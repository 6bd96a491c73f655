import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { Schedule } from '../../review/schedule.ts';
import type { Chapter } from '../../workshop/chapters.ts';
import { Drills, isOver } from '../../workshop/drills/record.ts';
import { minutesToEvidence, minutesToRepair } from '../../workshop/drills/views.ts';
import type { Badges } from '../../workshop/graded/badges.ts';
import { minutesOf as minutesSpent, Records } from '../../workshop/incidents/record.ts';
import type { Obstacle } from '../../workshop/progress.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'your progress as JSON, to hand in',
};

/** `report`: the progress, for a teacher. */
export default class ReportController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [{ path: 'report', handler: command(this.report, usage) }];
  }

  async report() {
    return JSON.stringify(await reportOf(this.workshop, this.clock.now()), null, 2);
  }
}

/** What `npm run report` prints, for a program to read. */
export interface Report {
  readonly workshop: 'trellis';
  /** Of this format. */
  readonly version: 1;
  readonly created: string;
  /** How many chapters are finished. */
  readonly finished: number;
  readonly chapters: readonly ChapterReport[];
  /** How many tasks of `npm run review` were asked at least once, and how many are due. */
  readonly reviews: { readonly asked: number; readonly due: number };
  /** The incidents that the learner has seen. Left out if there are none. */
  readonly incidents?: readonly IncidentReport[];
  /** The drills that the learner has begun, in that order. Left out if there are none. */
  readonly drills?: readonly DrillReport[];
}

interface DrillReport {
  /** The day on which it began. */
  readonly begun: string;
  /** The name of the fault; null while the drill goes on. */
  readonly fault: string | null;
  /** From the page to the proof, with what signals and wrong claims have cost; null without a proof. */
  readonly minutesToEvidence: number | null;
  /** From the page to the repair that holds, with the same; null without one. */
  readonly minutesToRepair: number | null;
  readonly claims: number;
  /** How many people were asked. */
  readonly signals: number;
  /** How often the repair was checked. */
  readonly checks: number;
  readonly hasGivenUp: boolean;
}

interface IncidentReport {
  /** `30-slow/quiet-evening` */
  readonly incident: string;
  /** From the page to the proof, with what signals and wrong claims have cost; null if the cause isn't proven yet. */
  readonly minutes: number | null;
  readonly claims: number;
  /** How many people were asked. */
  readonly signals: number;
}

interface ChapterReport {
  readonly chapter: string;
  readonly title: string;
  readonly minutes: number;
  readonly steps: number;
  /** The steps that pass with the code as it is now. */
  readonly passing: readonly number[];
  /** The steps that have passed at some time. */
  readonly passed: readonly number[];
  readonly hints: number;
  /** A hash of the checked code, empty if it was never changed: equal work has equal hashes. */
  readonly code: string;
  /** Whether some checks could not run on that machine. */
  readonly isPartial: boolean;
  /** Why the chapter isn't done, whatever its steps say. */
  readonly obstacle: Obstacle | null;
  /** Which badges the checked code has. Only in a graded chapter; null if its examiners have not seen this code. */
  readonly badges?: Badges | null;
  /** Only in a chapter with a variation: whether the checked code has its star. */
  readonly hasStar?: boolean;
}

/** Checks what has changed since the last check, so that the report is about the code as it is. */
export async function reportOf(workshop: Workshop, now: number): Promise<Report> {
  await workshop.refresh();
  const finished = workshop.finished();
  const schedule = new Schedule(workshop.state, () => now);
  const incidents = incidentReports(workshop);
  const drills = drillReports(workshop);
  return {
    workshop: 'trellis',
    version: 1,
    created: new Date(now).toISOString(),
    finished: finished.length,
    chapters: workshop.chapters.map((chapter) => chapterReport(workshop, chapter)),
    reviews: { asked: schedule.known().size, due: schedule.due(finished).length },
    ...(incidents.length > 0 && { incidents }),
    ...(drills.length > 0 && { drills }),
  };
}

function incidentReports({ state }: Workshop): IncidentReport[] {
  return Object.entries(new Records(state).all()).map(([incident, record]) => ({
    incident,
    minutes: record.proven === undefined ? null : minutesSpent(record, record.proven),
    claims: record.attempts,
    signals: record.signals.length,
  }));
}

function drillReports({ state }: Workshop): DrillReport[] {
  return new Drills(state).all().map((record) => ({
    begun: new Date(record.begun).toISOString().slice(0, 10),
    fault: isOver(record) ? record.fault : null,
    minutesToEvidence: minutesToEvidence(record),
    minutesToRepair: minutesToRepair(record),
    claims: record.investigation?.attempts ?? 0,
    signals: record.investigation?.signals.length ?? 0,
    checks: record.checks,
    hasGivenUp: record.hasGivenUp === true,
  }));
}

function chapterReport(workshop: Workshop, chapter: Chapter): ChapterReport {
  const {
    steps,
    passed,
    hints,
    hash,
    isPartial = false,
    obstacle = null,
    badges = null,
  } = workshop.progress.of(chapter);
  return {
    chapter: chapter.slug,
    title: chapter.title,
    minutes: minutesOf(chapter),
    steps: chapter.steps.length,
    passing: chapter.steps.map(({ number }) => number).filter((number) => steps[number]),
    passed,
    hints: Object.values(hints).reduce((sum, count) => sum + count, 0),
    code: hash,
    isPartial,
    obstacle,
    ...(chapter.unit === 'section' && { badges }),
    ...(chapter.variation && { hasStar: workshop.progress.hasStar(chapter) }),
  };
}

/** The time that a chapter takes, as it says below its title. */
export function minutesOf({ folder }: Chapter): number {
  return Number(/^\*(\d+) minutes\b/m.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1] ?? 0);
}
