import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import { Program } from '../check/program.ts';
import { type Trial, trials, type Victim } from './trials.ts';

export interface Outcome {
  readonly trial: Trial;
  /** What went wrong; undefined where the program survived. */
  readonly loss: string | undefined;
}

/** Attacks the program in a folder, trial by trial, each time a fresh one. */
export async function storm(src: string, onOutcome: (outcome: Outcome) => void = () => {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const trial of trials) {
    const outcome = { trial, loss: await survive(src, trial) };
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}

async function survive(src: string, trial: Trial): Promise<string | undefined> {
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    JWT_SECRET: 'a secret for the storm, long enough',
    DATABASE_URL: 'memory:',
    BCRYPT_COST: '4',
  };
  const program = new Program({ src, env });
  try {
    const { url } = await program.listening();
    const port = Number(new URL(url).port);
    const victim: Victim = { url: `http://127.0.0.1:${port}`, port, program };
    return await trial.attack(victim);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await program.kill();
  }
}

/** One line for each trial; a loss says what happened, and which step of chapter 15 mends it. */
export function outcomeView({ trial, loss }: Outcome, hardening: Chapter | undefined): string {
  if (loss === undefined) return `  ${pc.green('✓')} ${trial.name}`;
  const step = hardening?.steps.find(({ number }) => number === trial.step);
  const place = step && `chapters/${hardening?.slug}/README.md#${step.anchor}`;
  return [`  ${pc.red('✗')} ${trial.name}`, `      ${loss}`, place && `      Mend it: ${place}`]
    .filter(Boolean)
    .join('\n');
}

export function stormSummary(outcomes: readonly Outcome[]): string {
  const survived = outcomes.filter(({ loss }) => loss === undefined).length;
  if (survived === outcomes.length) return pc.green(`Survived all ${outcomes.length} trials.`);
  return `Survived ${survived} of ${outcomes.length} trials.`;
}
