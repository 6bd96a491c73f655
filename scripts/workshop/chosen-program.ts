import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from 'trellis';
import type { Chapter } from './chapters.ts';
import { Runner } from './runner.ts';
import type { Terminal } from './terminal.ts';
import type { Workshop } from './workshop.ts';

/** A program of a chapter, as somebody names it: `19`, or `19 api` or `19 api.ts` for another one than `main.ts`. */
export interface ChosenProgram {
  readonly chapter: Chapter;
  readonly program: string;
}

export function chosenProgram(workshop: Workshop, words: string): ChosenProgram {
  const [word = '', program = 'main'] = words.split(' ');
  return { chapter: workshop.chapter(word), program: `${program.replace(/\.ts$/, '')}.ts` };
}

/** Runs the program until Ctrl-C, from the learner's folder or from that of the solution. */
export async function runProgram({ chapter, program }: ChosenProgram, src: string, terminal: Terminal): Promise<void> {
  if (!existsSync(join(src, program))) throw new UsageError(unknownProgram(chapter, src, program));
  const runner = new Runner({ chapter, src, program, print: (text) => terminal.print(text) });
  const interrupted = terminal.interrupted(() => runner.kill());
  try {
    await Promise.race([runner.start().then(() => interrupted), interrupted]);
  } finally {
    terminal.stopWaiting();
    await runner.stop();
  }
}

function unknownProgram(chapter: Chapter, src: string, program: string): string {
  const names = existsSync(src) ? readdirSync(src).filter((name) => /^[\w-]+\.ts$/.test(name)) : [];
  const found = `Chapter ${chapter.number} has no ${program}. Its folder has: ${names.join(', ') || 'nothing'}.`;
  if (program !== 'main.ts') return found;
  if (src === chapter.solution) return `${found}\nTo get it back: git restore solutions/${chapter.slug}`;
  return `${found}\nTo get the starter back: npm run reset ${chapter.number} (your work is saved first)`;
}
