import { join } from 'node:path';
import pc from 'picocolors';
import { Clock, type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { portFromEnvironment } from '../../../framework/hints/port.ts';
import type { Chapter } from '../../workshop/chapters.ts';
import type { Incident } from '../../workshop/incidents/incident.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'be on call: your blog in trouble, with its users',
  words: '[chapter] [incident]',
  examples: ['incident 30', 'incident 30 quiet-evening'],
};

/** `incident`: the learner’s blog in trouble, with users, until they quit. */
export default class IncidentController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [{ path: 'incident/*', handler: command(this.incident, usage) }];
  }

  async incident(ctx: Context) {
    const [word = '', name] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    // Loaded here, because the commands that learners type every minute shouldn't wait for it.
    const { incidentsOf } = await import('../../workshop/incidents/incident.ts');
    const incidents = await incidentsOf(chapter);
    if (name === undefined) return this.#listOf(chapter, incidents);
    const incident = incidents.find((one) => one.name === name);
    if (incident === undefined) {
      const list = await this.#listOf(chapter, incidents);
      throw new UsageError(`Chapter ${chapter.number} has no incident "${name}".\n${list}`);
    }
    await this.#run(chapter, incident);
  }

  async #listOf({ number }: Chapter, incidents: readonly Incident[]): Promise<string> {
    if (incidents.length === 0) return `Chapter ${number} has no incidents. Part VI has: npm run incident 30`;
    const { Records } = await import('../../workshop/incidents/record.ts');
    const { stateView } = await import('../../workshop/incidents/views.ts');
    const records = new Records(this.workshop.state);
    const width = Math.max(...incidents.map(({ name }) => name.length));
    const lines = incidents.map((incident) => {
      const state = stateView(records.of(incident), this.clock.now());
      return `  ${incident.name.padEnd(width)}  step ${incident.step}, ${state}`;
    });
    return [
      `Incidents of chapter ${number}:`,
      '',
      ...lines,
      '',
      `Be on call: npm run incident ${number} ${incidents[0]!.name}`,
    ].join('\n');
  }

  async #run(chapter: Chapter, incident: Incident): Promise<void> {
    const { stageOf, stageOn, metricsToken } = await import('../../workshop/incidents/stage.ts');
    const { RunningIncident } = await import('../../workshop/incidents/running-incident.ts');
    const { Console } = await import('../../workshop/incidents/console.ts');
    const { Records } = await import('../../workshop/incidents/record.ts');
    const { pageView } = await import('../../workshop/incidents/views.ts');
    const { isFree, nextFree } = await import('../../workshop/ports.ts');
    const print = (text: string) => this.terminal.print(text);
    print(pc.dim('The blog starts, with the data of that day …'));
    const { DATABASE_URL: server } = process.env;
    const stage = await (server?.startsWith('postgres') ? stageOn(server, incident) : stageOf(incident));
    const wanted = portFromEnvironment(3000);
    const port = (await isFree(wanted)) ? wanted : await nextFree(wanted + 1);
    const repository = join(chapter.folder, '..', '..');
    const running = new RunningIncident(incident, { src: chapter.src, stage, port, repository, print });
    const records = new Records(this.workshop.state);
    const interrupted = this.terminal.interrupted();
    try {
      await running.start();
      const { journal } = running;
      if (journal.entries().length === 0) journal.add({ kind: 'page', text: incident.page.text, at: this.clock.now() });
      records.begin(incident, this.clock.now());
      print(`\n${pageView(incident, this.terminal.width)}\n`);
      print(`The blog listens on ${pc.cyan(running.url)}, and its users are there.`);
      print(pc.dim(`Its metrics: curl -s -H 'Authorization: Bearer ${metricsToken}' ${running.url}/metrics\n`));
      const { repair } = incident;
      const where = repair === undefined ? '' : `/${repair.file}: see ${repair.part}`;
      const next = [
        `Now repair it in chapters/${chapter.slug}/src${where}. The users stay while you do, and each save restarts the blog:`,
        `look at "users" again. Then, in another terminal: npm test ${chapter.number}`,
      ].join('\n');
      const { terminal } = this;
      const onCall = new Console({ incident, running, records, terminal, now: () => this.clock.now(), next });
      print(onCall.help());
      await Promise.race([onCall.run(), interrupted]);
    } finally {
      this.terminal.stopWaiting();
      this.terminal.stopAsking();
      await running.stop();
      await stage.end();
    }
  }
}
