import { join } from 'node:path';
import { root } from '../chapters.ts';
import type { CheckBody, CheckOptions } from '../check/check-definition.ts';
import type { Incident } from './incident.ts';
import { type IncidentRecord, Records } from './record.ts';
import { fail } from './rehearsal.ts';
import { counted } from './views.ts';

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
    const record = new Records(join(repository, '.workshop')).of(incident);
    if (record?.proven !== undefined) return;
    const number = incident.chapter.slice(0, 2);
    fail(
      `Nobody has named the cause of "${incident.name}" yet.`,
      `its cause, with the evidence that proves it, before the repair: npm run incident ${number} ${incident.name}`,
      whyNot(record),
    );
  };
  check(`the cause of ${incident.name} is named`, body, { alreadyTrue: true });
}

function whyNot(record: IncidentRecord | undefined): string {
  if (record === undefined) return 'you have not been on call for this incident, or its record was deleted.';
  if (record.attempts === 0) return 'you have been on call, but have not claimed a cause yet ("because b S1").';
  return `you have made ${counted(record.attempts, 'claim')}, and none of them was proven.`;
}
