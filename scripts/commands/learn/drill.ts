import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import pc from 'picocolors';
import { Clock, type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { type DrillRecord, Drills } from '../../workshop/drills/record.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'be on call for a finished blog with a fault; "drill list" shows your times',
  words: '[list | check | give-up]',
  examples: ['drill', 'drill list'],
};

/** `drill`: a fault that somebody else has planted, and the time until it is found and repaired. */
export default class DrillController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [{ path: 'drill/*', handler: command(this.drill, usage) }];
  }

  async drill(ctx: Context) {
    const drills = new Drills(this.workshop.state);
    // Loaded here, because the commands that learners type every minute shouldn't wait for it.
    const { kindsOf } = await import('../../workshop/drills/plant.ts');
    const { listView } = await import('../../workshop/drills/views.ts');
    switch (ctx.param('*')) {
      case '':
        return this.#play(drills);
      case 'list':
        return listView(drills.all(), await kindsOf(drills.all()));
      case 'check': {
        const { checkRepair } = await import('../../workshop/drills/check-repair.ts');
        const open = this.#open(drills);
        // Printed, not sent: in the message of a failure, colours are shown as escapes.
        this.terminal.print(await checkRepair(drills, open, { now: this.clock.now() }));
        return ctx.status(drills.of(open.number)?.repaired === undefined ? 422 : 200).send('');
      }
      case 'give-up': {
        const { giveUp } = await import('../../workshop/drills/check-repair.ts');
        return giveUp(drills, this.#open(drills), this.clock.now());
      }
      default:
        throw new UsageError(
          `There is no command "drill ${ctx.param('*')}". There are "drill list", "drill check" and "drill give-up", and "drill" begins or continues a drill.`,
        );
    }
  }

  #open(drills: Drills): DrillRecord {
    const open = drills.open();
    if (open === undefined) throw new UsageError('No drill is open. Begin one: npm run drill');
    return open;
  }

  /** The open drill, or a new one. */
  async #play(drills: Drills): Promise<void> {
    const { beginDrill } = await import('../../workshop/drills/begin.ts');
    const { plant } = await import('../../workshop/drills/plant.ts');
    const open = drills.open();
    const record = open ?? (await beginDrill(drills, this.clock.now()));
    const src = drills.srcOf(record);
    if (!existsSync(src)) throw new UsageError(`${src} is gone. End this drill: npm run drill give-up`);
    const place = relative(join(this.workshop.state, '..'), src).split(sep).join('/');
    this.terminal.print(
      pc.dim(open ? `Drill ${record.number} goes on, with your code.` : `Drill ${record.number} begins.`),
    );
    await this.#run(drills, record, await plant(record.fault, record.seed), place);
  }

  async #run(
    drills: Drills,
    record: DrillRecord,
    drill: Awaited<ReturnType<typeof import('../../workshop/drills/plant.ts').plant>>,
    place: string,
  ): Promise<void> {
    const { DrillSession } = await import('../../workshop/drills/session.ts');
    const session = new DrillSession({
      drills,
      record,
      drill,
      place,
      terminal: this.terminal,
      now: () => this.clock.now(),
      repository: join(this.workshop.state, '..'),
    });
    await session.run();
  }
}
