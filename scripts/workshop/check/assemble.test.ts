import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, inject, Log, token } from 'trellis';
import { assemble } from './assemble.ts';

const Limit = token<number>('Limit');

class Greeter {
  @inject(Clock) readonly #time!: Clock;
  @inject(() => Limit) readonly most!: number;
  @inject(Log) readonly log!: Log;

  get parts() {
    return [this.#time, this.most, this.log];
  }
}

test('stand-ins are found by the name of what is injected, whatever the field is called', () => {
  assert.deepEqual(assemble(Greeter, { Clock: 'now', Limit: 3, most: 4 }).parts, ['now', 3, undefined]);
});

test('a subclass that injects nothing itself has the fields of its parent', () => {
  class Polite extends Greeter {}
  assert.deepEqual(assemble(Polite, { Log: 'log' }).parts, [undefined, undefined, 'log']);
});

test("a name that every object has isn't a stand-in", () => {
  const Odd = token<unknown>('constructor');
  class Needs {
    @inject(Odd) readonly field!: unknown;
  }
  assert.equal(assemble(Needs, {}).field, undefined);
});
