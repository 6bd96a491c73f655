import { type Context, inject, UsageError } from '../index.ts';
import { Prompt, type Question } from './prompt.ts';

/** The options that a command cannot do without: typed, or else asked for. */
export class RequiredOptions {
  @inject(Prompt) private readonly prompt!: Prompt;

  async get(ctx: Context, name: string, question: Question): Promise<string> {
    const given = ctx.query(name);
    if (given !== '') return given;
    if (this.prompt.isPossible) return this.prompt.ask(question);
    const form = question.choices?.join('|') ?? `<${name}>`;
    throw new UsageError(`--${name} is missing. Add --${name}=${form}.`);
  }
}
