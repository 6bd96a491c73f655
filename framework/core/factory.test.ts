import assert from 'node:assert/strict';
import test from 'node:test';
import { describe } from '../trace/description.ts';
import { Container } from './container.ts';
import { inject, token } from './inject.ts';
import { type Declaration, module, provide } from './module.ts';

class Settings {
  readonly sender = 'blog@example.com';
}

class Mailer {
  readonly events: string[] = [];

  constructor(readonly sender: string) {}

  onStart(): void {
    this.events.push('started');
  }

  onStop(): void {
    this.events.push('stopped');
  }
}

class Newsletter {
  @inject(Mailer) readonly mailer!: Mailer;
}

const Greeting = token<string>('Greeting');
const mailer = provide(Mailer, { inject: [Settings], factory: (settings) => new Mailer(settings.sender) });

const containerOf = (...declarations: Declaration[]) => new Container(module('M', { declarations }));

test('a factory gets the instances it asks for, and is called once', () => {
  let calls = 0;
  const counted = provide(Mailer, {
    inject: [Settings, Greeting],
    factory: (settings, greeting) => {
      calls++;
      return new Mailer(`${greeting} ${settings.sender}`);
    },
  });
  const container = containerOf(Newsletter, counted, Settings, provide(Greeting, { factory: () => 'Hello' }));
  assert.equal(container.get(Newsletter).mailer.sender, 'Hello blog@example.com');
  assert.equal(container.get(Mailer), container.get(Newsletter).mailer);
  assert.equal(calls, 1);
});

test('what a factory creates takes part in startup and shutdown', async () => {
  const container = containerOf(Newsletter, mailer, Settings);
  await container.start();
  await container.stop();
  assert.deepEqual(container.get(Mailer).events, ['started', 'stopped']);
});

test('a factory is a service in the description of an application', () => {
  const { parts } = describe(containerOf(mailer, Settings));
  assert.deepEqual(
    parts.map(({ name, kind, needs }) => [name, kind, needs]),
    [
      ['Settings', 'service', []],
      ['Mailer', 'service', [{ field: 'inject[0]', number: 1 }]],
    ],
  );
});

const failures: [string, () => unknown, RegExp][] = [
  [
    'asks for something that no module declares',
    () => containerOf(mailer),
    /^M → Mailer\.inject\[0\] → Settings: no module declares it\. Add Settings to M\.declarations/,
  ],
  [
    'returns a promise',
    () => containerOf(provide(Greeting, { factory: (async () => 'Hello') as never })),
    /^M → Greeting: its factory returned a promise, but instances are created synchronously\. .* onStart/,
  ],
  [
    'returns nothing',
    () => containerOf(provide(Greeting, { factory: (() => {}) as never })),
    /^M → Greeting: its factory returned undefined\. Is a return missing\?/,
  ],
  [
    'throws',
    () =>
      containerOf(
        provide(Greeting, {
          factory() {
            throw new Error('no greeting');
          },
        }),
      ),
    /^M → Greeting: its factory threw "no greeting"\.$/,
  ],
  [
    'names undefined',
    () => provide(Greeting, { inject: [undefined as never], factory: () => 'Hello' }),
    /^provide\(Greeting\)\.inject\[0\] is undefined, most likely because two files import each other/,
  ],
  [
    'needs itself in a circle',
    () => containerOf(Newsletter, provide(Mailer, { inject: [Newsletter], factory: () => new Mailer('') })),
    /^M → Newsletter\.mailer → Mailer\.inject\[0\] → Newsletter: a dependency cycle/,
  ],
];

for (const [name, build, message] of failures) {
  test(`a factory that ${name} is refused`, () =>
    assert.throws(build, (error: Error) => {
      assert.match(error.message, message);
      return true;
    }));
}

test('an onStart that fails is reported under the name of the token', async () => {
  class Broken {
    onStart(): void {
      throw new Error('no connection');
    }
  }
  const container = containerOf(provide(Broken, { factory: () => new Broken() }));
  await assert.rejects(container.start(), /^Error: Broken\.onStart\(\) failed: no connection$/);
});
