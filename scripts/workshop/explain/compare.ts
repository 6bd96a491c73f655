import type { Chapter } from '../chapters.ts';
import { checksOf } from '../check/collector.ts';
import type { Progress } from '../progress.ts';
import { measuredStatements } from './measured.ts';
import { kinshipOfStep, type Statement, statementsOf, verdictOf } from './statements.ts';
import { type Versions, versionsOf } from './versions.ts';

export interface Comparison {
  readonly statements: readonly Statement[];
  readonly versions: Versions;
  /** Whether the programs may differ in what they do: running both would tell more. */
  readonly isOpen: boolean;
}

/** The learner's version of a step that has passed, and ours, as far as the source tells. */
export async function compareStep(chapter: Chapter, step: number, progress: Progress): Promise<Comparison> {
  const versions = versionsOf(chapter, step, progress.passing(chapter));
  const checks = (await checksOf(chapter)).filter((check) => check.step === step).length;
  const kinship = kinshipOfStep(versions);
  const verdict = verdictOf(chapter, step, versions, progress, checks);
  const statements = [verdict, ...statementsOf(versions, kinship)];
  // Somebody who has formatted their code in another way wants to see ours, not every line twice.
  const isSame = kinship === 'identical' || kinship === 'formatting';
  const isOpen = kinship === 'different' && versions.differences.length > 0 && verdict.kind === 'same';
  return { statements, versions: isSame ? { ...versions, differences: [] } : versions, isOpen };
}

/** What both programs do with the requests of the step's checks. It takes some seconds. */
export async function compareRuns(chapter: Chapter, step: number, { versions }: Comparison): Promise<Statement[]> {
  const measured = await measuredStatements(chapter, step, versions);
  if (measured === undefined) return [];
  if (measured.length > 0) return measured;
  return [{ kind: 'same', text: noDifference }];
}

const noDifference =
  'With the requests of the checks, both programs send as many statements to the database. Their routes, modules and injected classes are the same.';
