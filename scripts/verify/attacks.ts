import { type Attack, CannotAttack, type Verdict } from '../workshop/attack/attack.ts';
import { attacksOf, runAttack } from '../workshop/attack/attacks.ts';
import { withProgram } from '../workshop/attack/with-target.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { findServices } from '../workshop/services/services.ts';
import { type Files, solutionAt, solutionOf } from '../workshop/starters.ts';
import type { Finding } from './finding.ts';

/** Every attack succeeds before the step that it names, and is blocked by the solution. */
export async function verifyAttacks(chapter: Chapter): Promise<Finding[]> {
  const findings: Finding[] = [];
  const servers = findServices();
  for (const attack of await attacksOf(chapter)) {
    const place = `chapters/${chapter.slug}/attacks/${attack.name}.ts`;
    if (!chapter.steps.some(({ number }) => number === attack.step)) {
      findings.push({ place, problem: `it names step ${attack.step}, which the README does not have.` });
      continue;
    }
    if (attack.needsMachine && !(servers.postgres && servers.redis)) {
      findings.push({ place, problem: 'it was not run: PostgreSQL or Redis is not installed.', isNote: true });
      continue;
    }
    const before = attack.step === 1 ? 'the starter' : `the solution of step ${attack.step - 1}`;
    const problems = [
      await lastingProblemOf(attack, solutionAt(chapter, attack.step - 1), 'succeeded', before),
      await lastingProblemOf(attack, solutionOf(chapter), 'blocked', 'the solution'),
    ];
    findings.push(...problems.filter((problem) => problem !== undefined).map((problem) => ({ place, problem })));
  }
  return findings;
}

/** Runs an attack with a problem again, as `verifyTargets` does with checks: on a busy machine, one request in thousands is late. */
async function lastingProblemOf(...run: Parameters<typeof problemOf>): Promise<string | undefined> {
  const attempts = 3;
  for (let attempt = 1; attempt < attempts; attempt++) if ((await problemOf(...run)) === undefined) return undefined;
  return problemOf(...run);
}

async function problemOf(attack: Attack, files: Files, wanted: Verdict, where: string): Promise<string | undefined> {
  const story: string[] = [];
  try {
    const verdict = await withFolder(files, (src) =>
      withProgram(src, attack, (url, machine) => runAttack(attack, url, (line) => story.push(line), machine)),
    );
    if (verdict === wanted) return undefined;
    const problem = verdict === 'blocked' ? 'blocks it, although no step has stopped it yet' : 'does not block it';
    return [`${where} ${problem}:`, ...story].join('\n');
  } catch (error) {
    if (!(error instanceof CannotAttack)) throw error;
    return `it cannot run against ${where}: ${error.message}`;
  }
}
