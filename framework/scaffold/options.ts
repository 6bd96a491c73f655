import { type Context, inject, UsageError } from '../index.ts';
import { Prompt, type Question } from './prompt.ts';

/** Reads the required options of a command. In a terminal, it asks for those that are missing. */
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
