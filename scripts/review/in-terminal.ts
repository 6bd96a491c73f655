import pc from 'picocolors';
import { terminalProse } from '../workshop/prose.ts';
import type { Terminal } from '../workshop/terminal.ts';
import type { Workshop } from '../workshop/workshop.ts';
import type { Schedule } from './schedule.ts';
import { ReviewSession, type Turn } from './session.ts';
import { type Ask, choicesOf, howToAnswer, type Outcome, readAnswer, restOf, tasksPerSession, titles } from './task.ts';

/** Asks five tasks, and returns the line to end with. */
export async function reviewInTerminal(workshop: Workshop, terminal: Terminal, schedule: Schedule): Promise<string> {
  if (workshop.finished().length === 0) {
    return 'Reviews are about chapters that you have finished. Finish one, and come back: npm test';
  }
  const session = new ReviewSession(workshop, schedule);
  let [solved, asked] = [0, 0];
  terminal.print(pc.dim('Type q to stop.'));
  for (let turn = await session.next(); turn !== undefined; turn = await session.next()) {
    const outcome = await askTurn(turn, terminal);
    if (outcome === undefined) break;
    asked++;
    if (outcome.verdict === 'right') solved++;
    terminal.print(pc.dim(restOf(session.record(turn, outcome)!)));
  }
  return asked === 0 ? 'Nothing was reviewed.' : `\n${solved} of ${asked} solved.`;
}

/** Undefined if the learner stops. */
async function askTurn({ number, task, question }: Turn, terminal: Terminal): Promise<Outcome | undefined> {
  const { kind, chapter } = task;
  const prose = (text: string) => terminalProse(text, terminal.width);
  terminal.print(
    `\n${pc.bold(`${number} of ${tasksPerSession}: ${titles[kind]}`)} ${pc.dim(`· chapter ${chapter.number}: ${chapter.title}`)}\n`,
  );
  terminal.print(prose(question.text));
  if (question.code !== undefined) terminal.print(`\n${question.code.replace(/^(?=.)/gm, '  ')}`);
  for (;;) {
    const answers: string[] = [];
    for (const ask of question.asks) {
      const answer = await answerTo(ask, terminal);
      if (answer === undefined) return undefined;
      answers.push(answer);
    }
    const outcome = await question.judge(answers);
    const heading = { right: pc.green('Right.'), missed: pc.bold('Not this time.'), open: pc.bold('Not yet.') };
    terminal.print(`\n${heading[outcome.verdict]} ${prose(outcome.text)}`);
    if (outcome.evidence) terminal.print(`\n${outcome.evidence.replace(/^(?=.)/gm, '  ')}`);
    if (outcome.verdict !== 'open') return outcome;
  }
}

/** The chosen option, or the line that was typed. Undefined if the learner stops. */
async function answerTo(ask: Ask, terminal: Terminal): Promise<string | undefined> {
  const choices = choicesOf(ask);
  terminal.print(['', ask.text, ...choices].join('\n'));
  for (;;) {
    const typed = await terminal.ask('> ');
    if (typed === undefined || typed.trim().toLowerCase() === 'q') return undefined;
    const answer = readAnswer(ask, typed);
    if (answer !== undefined) return answer;
    terminal.print(`${howToAnswer(ask)}, or q to stop.`);
  }
}
