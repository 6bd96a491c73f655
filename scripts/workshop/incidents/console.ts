import type { Terminal } from '../terminal.ts';
import { judge } from './evidence.ts';
import type { Staged } from './incident.ts';
import { type Investigations, priceOfMistake } from './record.ts';
import type { RunningIncident } from './running-incident.ts';
import {
  causesView,
  clockView,
  complaintsView,
  experienceView,
  foundView,
  helpView,
  itemsView,
  journalView,
  linesView,
  pageView,
  signalsView,
} from './views.ts';

/** A command that not every situation has. */
export interface ExtraCommand {
  readonly word: string;
  readonly summary: string;
  /** Returns what to print. */
  run(): Promise<string>;
}

export interface ConsoleOptions {
  readonly incident: Staged;
  readonly running: RunningIncident;
  readonly records: Investigations;
  readonly terminal: Terminal;
  /** Milliseconds since 1970. */
  now(): number;
  /** What the clock of the investigation says, in milliseconds; `now` by default. */
  clock?(): number;
  /** What to do when the cause is proven. */
  readonly next: string;
  readonly more?: readonly ExtraCommand[];
}

/** What somebody on call types: one line, one look. Nothing here knows what the incident is about. */
export class Console {
  readonly #incident: Staged;
  readonly #running: RunningIncident;
  readonly #records: Investigations;
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #clock: () => number;
  readonly #next: string;
  readonly #more: readonly ExtraCommand[];

  constructor({ incident, running, records, terminal, now, clock = now, next, more = [] }: ConsoleOptions) {
    this.#incident = incident;
    this.#running = running;
    this.#records = records;
    this.#terminal = terminal;
    this.#now = now;
    this.#clock = clock;
    this.#next = next;
    this.#more = more;
  }

  /** Until `quit`, or the end of the input. */
  async run(): Promise<void> {
    for (;;) {
      const line = await this.#terminal.ask('\non call> ');
      if (line === undefined) return;
      const [word = '', ...rest] = line.trim().split(/\s+/);
      if (word === 'quit' || word === 'exit') return;
      try {
        const text = await this.#answer(word.toLowerCase(), rest);
        if (text !== '') this.#terminal.print(text);
      } catch (error) {
        this.#terminal.print((error as Error).message);
      }
    }
  }

  help(): string {
    return helpView(this.#more);
  }

  async #answer(word: string, rest: string[]): Promise<string> {
    const { width } = this.#terminal;
    switch (word) {
      case '':
        return '';
      case 'page':
        return pageView(this.#incident, width);
      case 'users':
        return experienceView(this.#running.experience());
      case 'metrics':
        return itemsView(await this.#running.metrics(), width);
      case 'statements':
        return itemsView(await this.#running.statements(), width);
      case 'plan':
        return this.#plan(rest[0]);
      case 'profile':
        return this.#profile(Number(rest[0] ?? 10));
      case 'heap':
        return this.#heap(Number(rest[0] ?? 10));
      case 'log':
        return rest.length > 0
          ? linesView(this.#running.linesWith(rest))
          : `${itemsView(this.#running.log(), width)}\n\nAll lines: ${this.#running.logFile}`;
      case 'complaints':
        return complaintsView(this.#running.complaints());
      case 'follow':
        return rest.length > 0 ? foundView(this.#running.follow(rest.join(' '))) : 'Name a value: follow event-3';
      case 'query':
        return rest.length > 0
          ? foundView(await this.#running.query(rest.join(' ')))
          : 'Name the rows: query select id, seats from events';
      case 'note':
        return this.#note(rest[0]);
      case 'journal':
        return journalView(this.#running.journal.entries());
      case 'ask':
        return this.#ask(rest[0]);
      case 'causes':
        return causesView(this.#incident, width);
      case 'because':
        return this.#because(rest);
      case 'wait':
        await new Promise((resolve) => setTimeout(resolve, Number(rest[0] ?? 5) * 1_000));
        return '';
      default:
        return this.#more.find((one) => one.word === word)?.run() ?? this.help();
    }
  }

  async #plan(id = ''): Promise<string> {
    const item = this.#running.board.find((one) => one.id === id.toUpperCase() && one.kind === 'statement');
    if (item === undefined) return 'Name a statement that you have seen: plan S1';
    const plan = await this.#running.plan(item);
    return [item.text, '', ...plan.lines.map((line, index) => `  ${index === 0 ? plan.id : '  '}  ${line}`)].join('\n');
  }

  async #profile(seconds: number): Promise<string> {
    if (!(seconds >= 1 && seconds <= 120)) return 'A profile takes 1 to 120 seconds: profile 10';
    this.#terminal.print(`Recording for ${seconds} seconds …`);
    const { file, items } = await this.#running.profile(seconds);
    return `${itemsView(items, this.#terminal.width)}\n\nFor the Performance panel of Chrome's DevTools, or VS Code: ${file}`;
  }

  async #heap(seconds: number): Promise<string> {
    if (!(seconds >= 1 && seconds <= 120)) return 'Between two heap snapshots are 1 to 120 seconds: heap 10';
    this.#terminal.print(`A heap snapshot, and another one after ${seconds} seconds …`);
    const { files, pause, items } = await this.#running.heap(seconds);
    const cost = `Writing the second one has blocked the program for ${(pause / 1_000).toFixed(1)} seconds.`;
    return `${itemsView(items, this.#terminal.width)}\n\n${cost} For the Memory panel of Chrome's DevTools:\n${files.join('\n')}`;
  }

  #ask(word = ''): string {
    const index = Number(word) - 1;
    const signal = this.#incident.signals[index];
    if (signal === undefined) return signalsView(this.#incident, this.#records.begin(this.#incident, this.#clock()));
    const { isMitigation = false, from, text } = signal;
    const record = this.#records.of(this.#incident);
    const isNew = !record?.signals.includes(index);
    this.#records.signal(this.#incident, index, this.#clock());
    if (isNew && isMitigation)
      this.#running.journal.add({ kind: 'mitigation', text: `${from}: ${text}`, at: this.#now() });
    // What they say was true before the repair.
    const when = record?.proven === undefined ? '' : ', during the incident';
    return `From ${from}${when}:\n\n  ${text.replaceAll('\n', '\n  ')}`;
  }

  #note(id = ''): string {
    const item = this.#running.board.find((one) => one.id === id.toUpperCase());
    if (item === undefined) return 'Name the id of something that an instrument shows now: note T1';
    const showsFault = this.#incident.causes.some((cause) => cause.proves?.(item));
    return journalView([this.#running.journal.addItem('look', item, this.#now(), showsFault)]);
  }

  #because([letter = '', id = '']: string[]): string {
    if (letter === '' || id === '') return 'Name the cause and the evidence: because b S1';
    const verdict = judge(this.#incident, letter.toLowerCase(), id.toUpperCase(), this.#running.board);
    const isOver = this.#records.of(this.#incident)?.proven !== undefined;
    // A slip of the keyboard is not a claim, and afterwards everybody may try what the others would have said.
    if (!verdict.isClaim || (isOver && !verdict.isProven)) return verdict.says;
    const record = this.#records.attempt(this.#incident, verdict.isProven, this.#clock());
    const clock = clockView(record, this.#clock());
    const item = this.#running.board.find((one) => one.id === id.toUpperCase());
    if (verdict.isProven && !isOver && item !== undefined) this.#running.journal.addItem('proof', item, this.#now());
    if (!verdict.isProven) {
      // Nobody gets to try one piece of evidence with every cause.
      this.#running.forget();
      return `${verdict.says}\n\nThat cost ${priceOfMistake(record.attempts - 1)} minutes, and the next wrong claim costs ${priceOfMistake(record.attempts)}. ${clock}\nWhat the instruments showed is out of date now: look again before you name another cause.`;
    }
    return [verdict.says, clock, '', this.#next].join('\n');
  }
}
