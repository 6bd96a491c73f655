import type { Chapter } from '../chapters.ts';
import { isolation } from '../check/run.ts';
import { Program, ProgramFailed } from '../run/program.ts';
import { startupOutput } from '../run/startup-cause.ts';
import { runningUrl } from '../xray/feed.ts';
import { type Attack, CannotAttack } from './attack.ts';

/** The learner's program: the one that runs in another terminal, or else one that is started for this attack alone. */
export async function withTarget<T>(
  chapter: Chapter,
  attack: Attack,
  say: (text: string) => void,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = runningUrl(chapter);
  if (url !== undefined) return work(url);
  say(`Chapter ${chapter.number} isn't running, so it is started for this attack.\n`);
  return withProgram(chapter.src, attack, work);
}

/** A program of its own for one attack, with everything it stores in memory. */
export async function withProgram<T>(src: string, { env }: Attack, work: (url: string) => Promise<T>): Promise<T> {
  const program = new Program({ src, env: { ...isolation(), PORT: '0', HOST: '127.0.0.1', ...env } });
  try {
    return await work((await program.listening()).url);
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new CannotAttack(`${error.message}\n\n${startupOutput(error.output)}\n\nLikely cause: ${error.likelyCause}`);
  } finally {
    await program.kill();
  }
}
