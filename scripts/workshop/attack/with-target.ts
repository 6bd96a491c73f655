import type { Chapter } from '../chapters.ts';
import { renderFailure } from '../failure-view.ts';
import { isolation } from '../run/isolation.ts';
import { Program } from '../run/program.ts';
import { ProgramFailed } from '../run/program-failed.ts';
import { runningUrl } from '../xray/feed.ts';
import { type Attack, CannotAttack } from './attack.ts';
import type { Machine } from './machine.ts';

/** The learner's program: the one that runs in another terminal, or else one that is started for this attack alone. */
export async function withTarget<T>(
  chapter: Chapter,
  attack: Attack,
  say: (text: string) => void,
  work: (url: string, machine?: Machine) => Promise<T>,
): Promise<T> {
  if (attack.needsMachine) {
    say('The program is started for this attack, with a PostgreSQL and a Redis of its own.\n');
    return withProgram(chapter.src, attack, work);
  }
  const url = runningUrl(chapter);
  if (url !== undefined) return work(url);
  say(`Chapter ${chapter.number} isn't running, so it is started for this attack.\n`);
  return withProgram(chapter.src, attack, work);
}

/** A program of its own for one attack, with everything it stores in memory, or with servers that the attack may kill. */
export async function withProgram<T>(
  src: string,
  attack: Attack,
  work: (url: string, machine?: Machine) => Promise<T>,
): Promise<T> {
  try {
    return await (attack.needsMachine ? withMachine(src, attack, work) : inMemory(src, attack, work));
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new CannotAttack(renderFailure(error.failure.explanation));
  }
}

async function inMemory<T>(src: string, { env }: Attack, work: (url: string) => Promise<T>): Promise<T> {
  const program = new Program({ src, env: { ...isolation(), PORT: '0', HOST: '127.0.0.1', ...env } });
  try {
    return await work((await program.listening()).url);
  } finally {
    await program.kill();
  }
}

async function withMachine<T>(
  src: string,
  { env }: Attack,
  work: (url: string, machine: Machine) => Promise<T>,
): Promise<T> {
  // Imported here, because only the last chapters need servers.
  const { Machine } = await import('./machine.ts');
  const machine = await Machine.start(src, env);
  try {
    return await work(machine.url, machine);
  } finally {
    await machine.end();
  }
}
