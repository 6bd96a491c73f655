import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import type { Attack } from '../../workshop/attack/attack.ts';
import type { Scene } from '../../workshop/attack/scene.ts';
import type { Chapter } from '../../workshop/chapters.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'attack your chapter, and see whether it is safe',
  words: '[chapter] [attack]',
  examples: ['attack 10', 'attack 10 drafts'],
};

/**
 * `attack`: what an attacker would do to a chapter's program. Exit code 1 if the attack succeeds, 0 if it is blocked. The attack that a
 * learner writes is meant to succeed, so it is the other way round.
 */
export default class AttackController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'attack/*', handler: command(this.attack, usage) }];
  }

  async attack(ctx: Context) {
    const [word = '', name] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    // Loaded here, because the commands that learners type every minute shouldn't wait for it.
    const { attacksOf, runAttack, verdictOf } = await import('../../workshop/attack/attacks.ts');
    const { withTarget } = await import('../../workshop/attack/with-target.ts');
    const { sceneOf, tryExploit } = await import('../../workshop/variation/try-exploit.ts');
    const [attacks, scene] = [await attacksOf(chapter), await sceneOf(chapter)];
    if (name === undefined) return this.#listOf(chapter, attacks, scene);
    const say = (line: string) => this.terminal.print(line);
    if (name === scene?.name) return this.#tried(ctx, tryExploit(chapter, scene, say));
    const attack = attacks.find((each) => each.name === name);
    if (attack === undefined) {
      const list = this.#listOf(chapter, attacks, scene);
      throw new UsageError(`Chapter ${chapter.number} has no attack "${name}".\n${list}`);
    }
    try {
      const verdict = await withTarget(chapter, attack, say, (url, machine) => runAttack(attack, url, say, machine));
      say(`\n${verdictOf(attack, verdict)}`);
      return ctx.status(verdict === 'blocked' ? 200 : 422).send('');
    } catch (error) {
      const { CannotAttack } = await import('../../workshop/attack/attack.ts');
      if (!(error instanceof CannotAttack)) throw error;
      // The exit code says that nothing is proven either way.
      throw new UsageError(`The attack could not run. ${error.message}`);
    }
  }

  async #tried(ctx: Context, trial: Promise<boolean>) {
    try {
      return ctx.status((await trial) ? 200 : 422).send('');
    } catch (error) {
      const { CannotRunHere } = await import('../../workshop/check/cannot-run-here.ts');
      if (!(error instanceof CannotRunHere)) throw error;
      throw new UsageError(`The attack could not run. ${error.message}`);
    }
  }

  #listOf({ number, slug }: Chapter, attacks: readonly Attack[], scene: Scene | undefined): string {
    if (attacks.length === 0) {
      const others = this.workshop.chapters.filter(({ folder }) => existsSync(join(folder, 'attacks')));
      const numbers = others.map((chapter) => chapter.number).join(', ');
      return `Chapter ${number} has no attacks. Chapters with attacks: ${numbers || 'none'}.`;
    }
    const width = Math.max(...attacks.map(({ name }) => name.length));
    const lines = attacks.map(({ name, title, step }) => `  ${name.padEnd(width)}  ${title} (step ${step} stops it)`);
    return [
      `Attacks of chapter ${number}:`,
      '',
      ...lines,
      '',
      `Run one: npm run attack ${number} ${attacks[0]!.name}`,
      ...(scene
        ? ['', `Yours, on the program in chapters/${slug}/target: npm run attack ${number} ${scene.name}`]
        : []),
    ].join('\n');
  }
}
