/**
 * Wrong uses don't compile. This file is never run: `npm run typecheck` checks it, and each `@ts-expect-error`
 * fails as soon as the line below it compiles.
 */
import * as z from 'zod';
import { field, type Problem, type Schema, schemaOf, type ValidationResult, validate } from './field.ts';

export class RightUses {
  @field() title!: string;
  @field() subtitle?: string;
  @field('string') slug: string = '';
  @field('required') name!: string;
  @field('email') email!: string | null;
  @field('min=8') readonly password!: string;
  @field('required,email') login!: string;
  @field('required,min=8') secret!: string;
  @field('string,required,email,min=5') contact!: string;
  @field('min=5,email,required') other!: string;
  @field('number') price!: number;
  @field('number,required,min=0.5') weight!: number;
  @field('integer,min=-1') floor?: number;
  @field('boolean') published!: boolean;
  @field('boolean,required') accepted!: boolean;
  @field() anything!: unknown;
}

export class WrongTags {
  // @ts-expect-error a rule that does not exist
  @field('requird') typo!: string;
  // @ts-expect-error an empty tag
  @field('') empty!: string;
  // @ts-expect-error a space
  @field('required, email') space!: string;
  // @ts-expect-error a word isn't a number
  @field('min=eight') word!: string;
  // @ts-expect-error min without its number
  @field('min') bare!: string;
  // @ts-expect-error the type comes first
  @field('required,string') order!: string;
  // @ts-expect-error a type that does not exist
  @field('date') date!: string;
  // @ts-expect-error a tag that is only known at run time
  @field(String('required')) unknown!: string;
}

export class WrongRules {
  // @ts-expect-error numbers have no email
  @field('number,email') address!: number;
  // @ts-expect-error booleans have no min
  @field('boolean,min=1') flag!: boolean;
}

export class WrongTypes {
  // @ts-expect-error a boolean isn't a string
  @field('boolean') text!: string;
  // @ts-expect-error without a tag it is a string
  @field() count!: number;
  // @ts-expect-error a string isn't a number
  @field('required,min=8') length!: number;
  // @ts-expect-error a number isn't a string
  @field('number') name!: string;
  // @ts-expect-error a number isn't a boolean
  @field('integer,min=0') done!: boolean;
  // @ts-expect-error the body can contain any string, not only these two
  @field('required') color!: 'red' | 'green';
  // @ts-expect-error a single string isn't an array
  @field() tags!: string[];
}

export class WrongPlaces {
  // @ts-expect-error a method isn't a field
  @field() greet(): string {
    return '';
  }
  // @ts-expect-error an accessor isn't a field
  @field() accessor title = '';
}

class NeedsArguments {
  @field() title: string;
  constructor(title: string) {
    this.title = title;
  }
}

export async function results(): Promise<void> {
  const bound: ValidationResult<RightUses> = await validate(RightUses, {});
  if ('value' in bound) takeString(bound.value.title);
  // @ts-expect-error the result may be problems
  takeString(bound.value.title);
  // @ts-expect-error price is a number
  if ('value' in bound) takeString(bound.value.price);
  if ('problems' in bound) takeProblems(bound.problems);

  const schema: Schema<{ at: Date }> = z.object({ at: z.coerce.date() });
  const parsed = await validate(schema, {});
  if ('value' in parsed) parsed.value.at.getTime();
  const inferred = await validate(z.object({ name: z.string() }), {});
  if ('value' in inferred) takeString(inferred.value.name);
  // @ts-expect-error name is a string
  if ('value' in inferred) inferred.value.name.getTime();

  takeString(schemaOf(RightUses).parse({}).title);
  // @ts-expect-error validate can't know the arguments of the constructor
  validate(NeedsArguments, {});
  // @ts-expect-error neither a DTO nor a schema
  validate({ title: 'string' }, {});
  // @ts-expect-error there is no such source
  validate(RightUses, {}, 'xml');
}

declare function takeString(text: string): void;
declare function takeProblems(problems: Problem[]): void;
