import pc from 'picocolors';
import { portFromEnvironment } from '../../../framework/hints/port.ts';
import { Console, type ExtraCommand } from '../incidents/console.ts';
import { RunningIncident } from '../incidents/running-incident.ts';
import { metricsToken, stageOf } from '../incidents/stage.ts';
import { pageView } from '../incidents/views.ts';
import { isFree, nextFree } from '../ports.ts';
import type { Terminal } from '../terminal.ts';
import { causeFirst, checkRepair, giveUp } from './check-repair.ts';
import type { Drill } from './plant.ts';
import { DrillInvestigation, type DrillRecord, type Drills, isOver } from './record.ts';
import { Stopwatch } from './stopwatch.ts';

export interface SessionOptions {
  readonly drills: Drills;
  readonly record: DrillRecord;
  readonly drill: Drill;
  /** The learner's folder, for people. */
  readonly place: string;
  readonly terminal: Terminal;
  readonly repository: string;
  now(): number;
}

/** One sitting of a drill, until somebody quits. Nothing is lost: the code is in its folder, and the time is saved. */
export class DrillSession {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { drills, record, drill, place, terminal, repository, now } = this.#options;
    const { number } = record;
    terminal.print(pc.dim('The blog starts, with the data of that day …'));
    const interrupted = terminal.interrupted();
    const stage = await stageOf(drill);
    const wanted = portFromEnvironment(3000);
    const port = (await isFree(wanted)) ? wanted : await nextFree(wanted + 1);
    const print = (text: string) => terminal.print(text);
    const folder = drills.folderOf(record);
    const running = new RunningIncident(drill, { src: drills.srcOf(record), stage, port, repository, folder, print });
    const ending = new AbortController();
    let watch: Stopwatch | undefined;
    try {
      await running.start();
      const stopwatch = new Stopwatch(record.spent, (spent) => drills.change(number, { spent, last: now() }));
      watch = stopwatch;
      const clock = () => stopwatch.elapsed;
      const records = new DrillInvestigation(drills, number);
      const { journal } = running;
      if (journal.entries().length === 0) journal.add({ kind: 'page', text: drill.page.text, at: now() });
      records.begin(drill, 0);
      print(`\n${pageView(drill, terminal.width)}\n`);
      print(`The blog listens on ${pc.cyan(running.url)}, and its users are there. Its code is in ${place}.`);
      print(pc.dim(`Its metrics: curl -s -H 'Authorization: Bearer ${metricsToken}' ${running.url}/metrics\n`));
      const andThen = (text: string) => {
        const isAtEnd = text !== '' && isOver(drills.of(number)!);
        return isAtEnd ? `${text}\n\nThis drill is over. Its blog goes on until you type quit.` : text;
      };
      const more: ExtraCommand[] = [
        {
          word: 'check',
          summary: 'repeat the incident with your code, and with the healthy program beside it',
          run: async () => {
            if (records.of()?.proven === undefined) return causeFirst;
            print(pc.dim('The incident is repeated, without its users. It takes up to a minute …'));
            const options = { now: now(), spent: clock(), signal: ending.signal };
            return andThen(await running.quietly(() => checkRepair(drills, record, options)));
          },
        },
        {
          word: 'give-up',
          summary: 'see what was planted, and end the drill',
          run: async () => andThen(await giveUp(drills, record, now())),
        },
      ];
      const next = `Now repair it in ${place}. The users stay while you do, and each save restarts the blog:\nlook at "users" again. Then type "check".`;
      const onCall = new Console({ incident: drill, running, records, terminal, now, clock, next, more });
      print(onCall.help());
      if (records.of()?.proven !== undefined) print(`\nYou have named the cause. ${next}`);
      await Promise.race([onCall.run(), interrupted]);
    } finally {
      watch?.stop();
      ending.abort();
      terminal.stopWaiting();
      terminal.stopAsking();
      await running.stop();
      await stage.end();
    }
  }
}
