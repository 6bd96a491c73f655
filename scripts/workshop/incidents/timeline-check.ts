import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../chapters.ts';
import type { CheckBody, CheckOptions } from '../check/check-definition.ts';
import { healthySrc, type Incident } from './incident.ts';
import { Journal } from './journal.ts';
import { fail } from './rehearsal.ts';
import { flawOf, parseTimeline } from './timeline.ts';

const file = 'timeline.md';

/**
 * The check of a written timeline. It refers to what the learner has seen. In any other folder, a solution or a known mistake, it
 * refers to the journal of the incident that the solution tells about: nobody else has been there.
 */
export function requireTimeline(
  check: (name: string, body: CheckBody, options?: CheckOptions) => void,
  incidents: readonly Incident[],
  repository = root,
): void {
  check('the timeline is complete, in order, and supported by evidence', async (app) => {
    const path = join(app.src, file);
    const timeline = parseTimeline(existsSync(path) ? readFileSync(path, 'utf8') : '');
    const incident = incidents.find(({ name }) => name === timeline.incident);
    if (incident === undefined) {
      fail(
        `src/${file} is about "${timeline.incident}".`,
        `a line such as "Incident: ${incidents[0]!.name}", with one of ${incidents.map(({ name }) => name).join(', ')}`,
        'the timeline is missing, or its line with the name.',
      );
    }
    const isLearner = app.src === join(repository, 'chapters', incident.chapter, 'src');
    const journal = isLearner
      ? join(repository, '.workshop', 'incidents', incident.name, 'journal.json')
      : join(dirname(healthySrc(incident)), 'examples', 'journal.json');
    const flaw = flawOf(timeline, new Journal(journal).entries());
    if (flaw !== undefined) fail(flaw.problem, flaw.expected, flaw.cause);
  });
}
