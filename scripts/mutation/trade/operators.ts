import { type Edit, Source } from '../../syntax/source.ts';
import { distinct, generalEdits, type Mutant } from '../mutants.ts';
import * as queries from './queries.ts';
import * as requests from './requests.ts';
import * as secrets from './secrets.ts';
import * as waiting from './waiting.ts';

/** A kind of mistake. Every element that it yields is one mistake, whose first edit is the place to show. */
type Operator = (source: Source) => Iterable<Edit[]>;

const operators: Operator[] = [waiting, queries, secrets, requests].flatMap((kind) => Object.values(kind));

/** The mistakes of any program, and those of people who write servers. */
export function tradeMutantsOf(file: string, text: string): Mutant[] {
  const source = new Source(text);
  return distinct(file, text, [...generalEdits(text), ...operators.flatMap((operator) => [...operator(source)])]);
}
