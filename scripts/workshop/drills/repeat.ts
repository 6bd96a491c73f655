import { CheckFailure } from '../check/failure.ts';
import type { Staged } from '../incidents/incident.ts';
import { Rehearsal, Rehearsed } from '../incidents/rehearsal.ts';
import { type Stage, stageOf } from '../incidents/stage.ts';
import { Program } from '../run/program.ts';
import { ProgramFailed } from '../run/program-failed.ts';
import { withFolder } from '../scratch-folder.ts';
import type { Drill } from './plant.ts';
import { sameAsHealthy } from './verdicts.ts';

/** What every reader of the blog looks at, whatever the drill is about. */
const everyday = [
  '/posts?limit=20',
  '/posts/post-1',
  '/posts/no-such-post',
  '/posts/post-3/comments',
  '/posts/post-3/reactions',
  '/authors/user-1',
  '/feed.json',
  '/archive',
];

/**
 * The incident once more, without its users: the program in this folder, and the healthy one. Undefined if the fault is gone, and
 * nothing else has changed. `signal` ends the programs.
 */
export async function repeatDrill(drill: Drill, src: string, signal?: AbortSignal): Promise<CheckFailure | undefined> {
  const ends: (() => Promise<void>)[] = [];
  const start = async (folder: string) => {
    const stage: Stage = await stageOf(drill satisfies Staged);
    ends.push(() => stage.end());
    const env = { PORT: '0', HOST: '127.0.0.1', ...stage.env };
    const program = new Program({ src: folder, program: 'api.ts', env });
    ends.push(() => program.kill());
    signal?.addEventListener('abort', () => void program.kill());
    await program.listening();
    const rehearsed = new Rehearsed(program, stage.outside);
    ends.push(async () => rehearsed.end());
    return rehearsed;
  };
  try {
    return await withFolder(drill.healthy, async (healthy) => {
      const rehearsal = new Rehearsal(await start(src), await start(healthy));
      await sameAsHealthy(rehearsal, everyday);
      await drill.check(rehearsal);
      return undefined;
    });
  } catch (error) {
    if (error instanceof CheckFailure) return error;
    if (error instanceof ProgramFailed) return error.failure;
    throw error;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
