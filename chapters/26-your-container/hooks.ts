import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CheckFailure, type Load } from '#check';

/*
 * Hooks of every form that fail in every way, at every place. Whatever happens: each service that has started is stopped once, in
 * the opposite order, and nothing that is called later stops it again.
 */

// biome-ignore lint/suspicious/noExplicitAny: the learner's own decorator.
type Inject = any;

const forms = ['a method', 'an inherited method', 'an arrow function in a field'] as const;
const declarations = [
  'a class',
  'provide() with a class',
  'a built-in service that is needed',
  'a built-in service that get() has built',
] as const;
const failures = ['throws', 'rejects', 'rejects with undefined'] as const;

type Failure = (typeof failures)[number];

interface Service {
  readonly name: string;
  readonly form: (typeof forms)[number];
  readonly declaredAs: (typeof declarations)[number];
  readonly failingStart?: Failure;
  readonly failingStop?: Failure;
  readonly stopTakes?: number;
}

const names = ['Oven', 'Recipes', 'Shop', 'Street'];

/** Hooks are found and called, wherever they are defined and however their class is declared. */
export async function examineForms(load: Load): Promise<void> {
  for (const declaredAs of declarations) {
    for (const form of forms) {
      const one: Service = { name: 'Shop', form, declaredAs };
      const what = `A service declared as ${declaredAs}, whose hooks are ${form}`;
      const isUsual = declaredAs === 'a class';
      const cause = isUsual
        ? 'a hook is looked for in a certain place, such as the prototype. Ask the instance for it, and call it as its method.'
        : `${declaredAs} does not have its hooks called as a class does.`;
      await story(load, [one], what, () => cause);
    }
  }
  const slow: Service = { name: 'Oven', form: 'a method', declaredAs: 'a class', stopTakes: 300 };
  await story(
    load,
    [slow],
    'A service whose onStop() takes 300 ms',
    () => 'stop() does not wait until onStop() has ended.',
  );
}

/** Up to four services stop, and up to three of them fail to. */
export async function examineStops(load: Load): Promise<void> {
  for (const failure of failures) {
    for (const failing of subsets(4).filter((each) => each.length < 4)) {
      const services = names.map((name, index) =>
        service(name, { failingStop: failing.includes(index) ? failure : undefined }),
      );
      await story(load, services, describe(services), ({ missing, repeated, isWrongError }) => {
        if (missing.length > 0)
          return `onStop() ${failure === 'throws' ? 'throws before it has returned a promise, and that' : 'fails, and that'} ends stop().`;
        if (repeated.length > 0) return 'stop() keeps what it could not stop, and stops it again.';
        if (isWrongError && failure === 'throws' && failing.length === 1)
          return 'onStop() throws before it has returned a promise, and that error is passed on as it is.';
        if (isWrongError && failure === 'rejects with undefined')
          return 'a failure is recognised by the error. Anything can be thrown, even undefined.';
        return isWrongError && failing.length > 2
          ? 'only one or two failures are reported.'
          : 'a failure is not reported as it should be.';
      });
    }
  }
}

/** One of four services fails to start, and some of those that have started fail to stop. */
export async function examineStarts(load: Load): Promise<void> {
  for (const failure of failures) {
    for (const [position] of names.entries()) {
      for (const failing of subsets(position)) {
        const services = names.map((name, index) =>
          service(name, {
            failingStart: index === position ? failure : undefined,
            failingStop: failing.includes(index) ? failures[(index + position) % 3] : undefined,
          }),
        );
        await story(load, services, describe(services), ({ missing, repeated, isWrongError }) => {
          if (repeated.length > 0)
            return 'what a failed start has stopped still counts as started, so stop() stops it again.';
          if (missing.length > 0 && failing.length > 0) return 'the first failure of an onStop() ends the clean-up.';
          if (missing.length > 0 && failure === 'throws')
            return 'onStart() throws before it has returned a promise, and nobody catches that.';
          if (isWrongError && failing.length > 0)
            return 'the failures of onStop() hide the error of the start, which is the reason for everything else.';
          if (isWrongError && failure === 'throws')
            return 'onStart() throws before it has returned a promise, and that error is passed on as it is.';
          if (isWrongError) return 'the error of onStart() is passed on as it is, or lost.';
          return ['what has started keeps running.', 'something that has not started is stopped.'];
        });
      }
    }
  }
}

function service(name: string, failing: Pick<Service, 'failingStart' | 'failingStop'>): Service {
  return { name, form: 'a method', declaredAs: 'a class', ...failing };
}

function describe(services: readonly Service[]): string {
  const hooks = services.flatMap(({ name, failingStart, failingStop }) => [
    ...(failingStart ? [`${name}.onStart() ${failingStart}`] : []),
    ...(failingStop ? [`${name}.onStop() ${failingStop}`] : []),
  ]);
  return `${services.length} services, each needing the one before${hooks.length > 0 ? `; ${hooks.join(', ')}` : ''}`;
}

function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => bits & (2 ** index)),
  ).toSorted((a, b) => a.length - b.length);
}

interface Difference {
  readonly missing: readonly string[];
  readonly repeated: readonly string[];
  readonly isWrongError: boolean;
}

/** Starts and stops the services, stops them again, and compares all of it with what has to happen. */
async function story(
  load: Load,
  services: readonly Service[],
  what: string,
  causeOf: (difference: Difference) => string | string[],
): Promise<void> {
  const { container, events } = await applicationOf(load, services);
  const failing = services.findIndex(({ failingStart }) => failingStart);
  const begun = failing < 0 ? services : services.slice(0, failing + 1);
  const running = failing < 0 ? services : services.slice(0, failing);
  const expected = [
    ...begun.flatMap((each) =>
      each.failingStart ? [`${each.name} starts`] : [`${each.name} starts`, `${each.name} has started`],
    ),
    ...running
      .toReversed()
      .flatMap((each) =>
        each.failingStop ? [`${each.name} stops`] : [`${each.name} stops`, `${each.name} has stopped`],
      ),
  ];
  const stuck = failing < 0 ? running.filter(({ failingStop }) => failingStop) : [];
  const started = await outcomeOf(container.start());
  const stopped = await outcomeOf(container.stop());
  const again = await outcomeOf(Promise.all([container.stop(), container.stop()]));

  const isRight = {
    'start()':
      failing < 0
        ? started === undefined
        : isError(started, services[failing]!, 'onStart', services[failing]!.failingStart!),
    'stop()':
      stuck.length > 1
        ? isSeveral(stopped, stuck.length)
        : stuck[0]
          ? isError(stopped, stuck[0], 'onStop', stuck[0].failingStop!)
          : stopped === undefined,
    'a second stop()': again === undefined,
  };
  const wrong = (Object.keys(isRight) as (keyof typeof isRight)[]).find((call) => !isRight[call]);
  if (isDeepStrictEqual(events, expected) && wrong === undefined) return;
  const cause = causeOf({
    missing: expected.filter((event) => !events.includes(event)),
    repeated: events.filter((event, index) => events.indexOf(event) < index),
    isWrongError: wrong !== undefined,
  });
  if (!isDeepStrictEqual(events, expected))
    throw new CheckFailure({
      problem: `${what}. After start(), stop() and two more calls of stop(), the events are different.`,
      received: events.join(', ') || 'none',
      expected: expected.join(', '),
      cause,
    });
  const outcomes = { 'start()': started, 'stop()': stopped, 'a second stop()': again };
  const wanted = {
    'start()': failing < 0 ? 'no error' : `an error whose message has ${names[failing]}.onStart()`,
    'stop()':
      stuck.length > 1
        ? `an AggregateError with ${stuck.length} errors`
        : stuck[0]
          ? `one error, whose message has ${stuck[0].name}.onStop()`
          : 'no error',
    'a second stop()': 'no error',
  };
  throw new CheckFailure({
    problem: `${what}. The outcome of ${wrong} is different.`,
    received: textOf(outcomes[wrong!]),
    expected: wanted[wrong!],
    cause,
  });
}

function textOf(outcome: unknown): string {
  if (outcome === undefined) return 'no error';
  if (outcome instanceof AggregateError)
    return `an AggregateError with ${outcome.errors.length} errors: ${outcome.message}`;
  return String(outcome);
}

function isError(outcome: unknown, { name }: Service, hook: string, failure: Failure): boolean {
  if (
    !(outcome instanceof Error) ||
    outcome instanceof AggregateError ||
    !outcome.message.includes(`${name}.${hook}()`)
  )
    return false;
  return failure === 'rejects with undefined' || outcome.message.includes(reasonOf(name, hook));
}

function isSeveral(outcome: unknown, count: number): boolean {
  return outcome instanceof AggregateError && outcome.errors.length === count;
}

/** What a promise was rejected with, also if that is undefined. */
function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error ?? `rejected with ${error}`,
  );
}

function reasonOf(name: string, hook: string): string {
  return `${name} has a reason to fail in ${hook}`;
}

/** Each service needs the one before. */
async function applicationOf(load: Load, services: readonly Service[]) {
  const { inject } = await load('framework/inject.ts');
  const { module, provide } = await load('framework/module.ts');
  const { Container } = await load('framework/container.ts');
  const events: string[] = [];
  const declared: unknown[] = [];
  const builtins: unknown[] = [];
  const late: unknown[] = [];
  let before: (new () => object) | undefined;
  for (const each of services) {
    const made = classOf(each, before, events, inject);
    before = made;
    if (each.declaredAs === 'a class') declared.push(made);
    if (each.declaredAs === 'provide() with a class') {
      abstract class Token {}
      Object.defineProperty(Token, 'name', { value: each.name });
      declared.push(provide(Token, made));
    }
    if (each.declaredAs === 'a built-in service that is needed') {
      class Needing {
        @inject(made) readonly needed: unknown;
      }
      builtins.push(provide(made, made));
      declared.push(Needing);
    }
    if (each.declaredAs === 'a built-in service that get() has built') {
      builtins.push(provide(made, made));
      late.push(made);
    }
  }
  const container = new Container(module('Bakery', { declarations: declared.toReversed() }), builtins);
  for (const token of late) container.get(token);
  return { container, events };
}

function classOf(
  each: Service,
  needed: (new () => object) | undefined,
  events: string[],
  inject: Inject,
): new () => object {
  const { name, form, failingStart, failingStop, stopTakes } = each;
  /** It begins at once, and ends after a while, unless it throws. */
  const act = (owner: unknown, hook: 'onStart' | 'onStop', failure: Failure | undefined): unknown => {
    const isLost = !(owner instanceof made);
    events.push(
      `${name} ${hook === 'onStart' ? 'starts' : 'stops'}${isLost ? ` without its object: this is ${owner}` : ''}`,
    );
    if (failure === 'throws') throw new Error(reasonOf(name, hook));
    return ending();

    async function ending(): Promise<void> {
      await (hook === 'onStop' && stopTakes ? delay(stopTakes) : new Promise((resolve) => setImmediate(resolve)));
      if (failure === 'rejects') throw new Error(reasonOf(name, hook));
      if (failure === 'rejects with undefined') throw undefined;
      events.push(`${name} has ${hook === 'onStart' ? 'started' : 'stopped'}`);
    }
  };
  class WithMethods {
    onStart(): unknown {
      return act(this, 'onStart', failingStart);
    }
    onStop(): unknown {
      return act(this, 'onStop', failingStop);
    }
  }
  class WithFunctions {
    onStart = () => act(this, 'onStart', failingStart);
    onStop = () => act(this, 'onStop', failingStop);
  }
  const Form = form === 'an arrow function in a field' ? WithFunctions : WithMethods;
  const Owner: new () => object = form === 'an inherited method' ? class extends Form {} : Form;
  const made: new () => object = needed === undefined ? Owner : withNeed(Owner, needed, inject);
  Object.defineProperty(made, 'name', { value: name });
  return made;
}

function withNeed(Owner: new () => object, needed: new () => object, inject: Inject): new () => object {
  return class extends Owner {
    @inject(needed) readonly needed: unknown;
  };
}
