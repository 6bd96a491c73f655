import { join } from 'node:path';
import { root } from '../chapters.ts';
import type { CheckBody, CheckOptions } from '../check/check-definition.ts';
import type { Incident } from './incident.ts';
import { Records } from './record.ts';
import { fail } from './rehearsal.ts';

/**
 * The first check of an incident's step: the cause is named before it is repaired. It is about the learner and not about the
 * program, so any other folder passes: the solution, a known mistake, a teacher's copy.
 */
export function requireEvidence(
  check: (name: string, body: CheckBody, options?: CheckOptions) => void,
  incident: Incident,
  repository = root,
): void {
  const body: CheckBody = async (app) => {
    if (app.src !== join(repository, 'chapters', incident.chapter, 'src')) return;
    if (new Records(join(repository, '.workshop')).of(incident)?.proven !== undefined) return;
    const number = incident.chapter.slice(0, 2);
    fail(
      `Nobody has named the cause of "${incident.name}" yet.`,
      `its cause, with the evidence that proves it: npm run incident ${number} ${incident.name}`,
      'the code was changed first. A repair without a diagnosis may remove a symptom, and nobody knows for how long.',
    );
  };
  check(`the cause of ${incident.name} is named`, body, { alreadyTrue: true });
}
