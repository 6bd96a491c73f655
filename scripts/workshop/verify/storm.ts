import type { Chapter } from '../chapters.ts';
import { storm } from '../storm/storm.ts';
import type { Finding } from './finding.ts';

const fewestLosses = 3;

/** The storm spares the hardened solution, and finds the doors that an earlier one leaves open. */
export async function verifyStorm(chapter: Chapter, chapters: readonly Chapter[]): Promise<Finding[]> {
  const blog = chapters.find(({ slug }) => slug.endsWith('-the-blog'));
  if (!chapter.slug.endsWith('-hardening') || blog === undefined) return [];
  const [hardened, open] = await Promise.all([storm(chapter.solution), storm(blog.solution)]);
  const place = `solutions/${chapter.slug}`;
  const losses = hardened.filter(({ loss }) => loss !== undefined);
  const findings = losses.map(({ trial, loss }) => ({ place, problem: `the storm "${trial.name}" is lost: ${loss}` }));
  const found = open.filter(({ loss }) => loss !== undefined);
  if (found.length < fewestLosses) {
    findings.push({
      place: `solutions/${blog.slug}`,
      problem: `the storm finds ${found.length} losses; ${fewestLosses} are there at least.`,
    });
  }
  const steps = new Set(chapter.steps.map(({ number }) => number));
  const lost = hardened.filter(({ trial }) => !steps.has(trial.step));
  return [
    ...findings,
    ...lost.map(({ trial }) => ({
      place,
      problem: `the storm "${trial.name}" points to step ${trial.step}, which is not there.`,
    })),
  ];
}
