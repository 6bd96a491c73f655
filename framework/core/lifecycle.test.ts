import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { Log, StreamLog } from '../services/log/log.ts';
import { start } from '../testing.ts';
import { Container } from './container.ts';
import { inject } from './inject.ts';
import { module, provide } from './module.ts';

/** Three services, each needing the one before it, and a diary. Hooks listed in `breaking` throw. */
function chainOfThree(...breaking: string[]) {
  const diary: string[] = [];
  const note = async (what: string) => {
    diary.push(`${what} begins`);
    await turn();
    if (breaking.includes(what)) throw new Error(`${what} is broken`);
    diary.push(`${what} ends`);
  };
  class Database {
    onStart = () => note('start database');
    onStop = () => note('stop database');
  }
  class Users {
    @inject(Database) database!: Database;
    onStart = () => note('start users');
    onStop = () => note('stop users');
  }
  class Posts {
    @inject(Users) users!: Users;
    onStart = () => note('start posts');
    onStop = () => note('stop posts');
  }
  const container = new Container(module('M', { declarations: [Posts, Users, Database] }));
  return { container, diary };
}

test('onStart() in dependency order, each awaited before the next; onStop() in reverse', async () => {
  const { container, diary } = chainOfThree();
  assert.deepEqual(diary, [], 'nothing starts before start()');
  await container.start();
  await container.stop();
  const services = ['start database', 'start users', 'start posts', 'stop posts', 'stop users', 'stop database'];
  assert.deepEqual(
    diary,
    services.flatMap((step) => [`${step} begins`, `${step} ends`]),
  );
});

test('a failing onStart stops the services that were started, in reverse, and the error names the hook', async () => {
  const { container, diary } = chainOfThree('start posts');
  await assert.rejects(container.start(), (error: Error) => {
    assert.equal(error.message, 'Posts.onStart() failed: start posts is broken');
    assert.equal((error.cause as Error).message, 'start posts is broken');
    return true;
  });
  assert.deepEqual(diary.slice(4), [
    'start posts begins',
    'stop users begins',
    'stop users ends',
    'stop database begins',
    'stop database ends',
  ]);
  await container.stop();
  assert.equal(diary.length, 9, 'nothing is stopped twice');
});

test('a failing onStart: what comes after it is never started', async () => {
  const { container, diary } = chainOfThree('start database');
  await assert.rejects(container.start(), { message: 'Database.onStart() failed: start database is broken' });
  assert.deepEqual(diary, ['start database begins']);
});

test('a failing onStart, and a failing onStop on the way back: both are in the cause', async () => {
  const { container, diary } = chainOfThree('start posts', 'stop users');
  await assert.rejects(container.start(), (error: Error) => {
    assert.equal(error.message, 'Posts.onStart() failed: start posts is broken');
    const { errors } = error.cause as AggregateError;
    assert.deepEqual(
      errors.map(({ message }: Error) => message),
      ['start posts is broken', 'Users.onStop() failed: stop users is broken'],
    );
    return true;
  });
  assert.equal(diary.at(-1), 'stop database ends');
});

test('a failing onStop does not keep the others from stopping', async () => {
  const { container, diary } = chainOfThree('stop posts');
  await container.start();
  await assert.rejects(container.stop(), (error: Error) => {
    assert.equal(error.message, 'Posts.onStop() failed: stop posts is broken');
    assert.equal((error.cause as Error).message, 'stop posts is broken');
    return true;
  });
  assert.deepEqual(diary.slice(-4), [
    'stop users begins',
    'stop users ends',
    'stop database begins',
    'stop database ends',
  ]);
});

test('failures of onStop are collected', async () => {
  const { container } = chainOfThree('stop posts', 'stop database');
  await container.start();
  await assert.rejects(container.stop(), (error: AggregateError) => {
    const messages = [
      'Posts.onStop() failed: stop posts is broken',
      'Database.onStop() failed: stop database is broken',
    ];
    assert.equal(error.message, messages.join('\n'));
    assert.deepEqual(
      error.errors.map(({ message }: Error) => message),
      messages,
    );
    return true;
  });
});

test('hooks may be synchronous, and may throw anything', async () => {
  const failing = async (reason: unknown) => {
    class Broken {
      onStart() {
        throw reason;
      }
    }
    await new Container(module('M', { declarations: [Broken] })).start();
  };
  await assert.rejects(failing(new Error('now')), { message: 'Broken.onStart() failed: now' });
  await assert.rejects(failing('a string'), { message: 'Broken.onStart() failed: a string' });
  await assert.rejects(failing(undefined), { message: 'Broken.onStart() failed: undefined' });
});

test('a service may define one hook, or none; hooks are called as methods', async () => {
  const diary: string[] = [];
  class Plain {}
  class OnlyStop {
    readonly name = 'only stop';
    onStop() {
      diary.push(this.name);
    }
  }
  class OnlyStart {
    readonly name = 'only start';
    onStart() {
      diary.push(this.name);
    }
  }
  const container = new Container(module('M', { declarations: [Plain, OnlyStop, OnlyStart] }));
  await container.start();
  await container.stop();
  assert.deepEqual(diary, ['only start', 'only stop']);
});

test('hooks of provided classes run too, built-ins included, and errors name the class, not the token', async () => {
  const diary: string[] = [];
  abstract class Store {}
  class FileStore extends Store {
    onStart() {
      diary.push('store starts');
    }
    onStop() {
      throw new Error('disk full');
    }
  }
  abstract class Log {}
  class StreamLog extends Log {
    onStart() {
      diary.push('log starts');
    }
    onStop() {
      diary.push('log stops');
    }
  }
  class Owner {
    @inject(Log) log!: Log;
  }
  const M = module('M', { declarations: [Owner, provide(Store, FileStore)] });
  const container = new Container(M, [provide(Log, StreamLog)]);
  await container.start();
  await assert.rejects(container.stop(), { message: 'FileStore.onStop() failed: disk full' });
  assert.deepEqual(diary, ['log starts', 'store starts', 'log stops']);
});

test('stop() before start() and stop() again do nothing', async () => {
  const { container, diary } = chainOfThree();
  await container.stop();
  assert.equal(diary.length, 0);
  await container.start();
  await Promise.all([container.stop(), container.stop()]);
  await container.stop();
  assert.equal(diary.filter((line) => line.startsWith('stop')).length, 6);
});

test('a failing onStart stops the services that were started, and listen rejects; so does a busy port', async () => {
  const diary: string[] = [];
  class Database {
    onStart() {
      diary.push('started');
    }
    onStop() {
      diary.push('stopped');
    }
  }
  class Broken {
    @inject(Database) database!: Database;
    onStart() {
      throw new Error('no tables');
    }
  }
  const options = { overrides: [provide(Log, { value: new StreamLog({ level: 'silent' }) })] };
  const appOf = (...declarations: (typeof Database | typeof Broken)[]) =>
    createApp(module('M', { declarations }), options);
  const startBroken = async () => (await start(appOf(Database, Broken))).stop();
  await assert.rejects(startBroken, { message: 'Broken.onStart() failed: no tables' });
  assert.deepEqual(diary.splice(0), ['started', 'stopped']);

  const first = await start(appOf());
  try {
    const port = Number(new URL(first.url).port);
    const second = appOf(Database);
    const listen = () => second.listen(port, '127.0.0.1', { signals: false }).then(() => second.stop());
    await assert.rejects(listen, /is in use by another program/);
    assert.deepEqual(diary, ['started', 'stopped']);
  } finally {
    await first.stop();
  }
});

test('onStart() is awaited before the port opens', async () => {
  let isReady = false;
  class Slow {
    async onStart() {
      await turn();
      isReady = true;
    }
    routes() {
      return [{ method: 'GET' as const, path: '/', handler: () => isReady }];
    }
  }
  const options = { overrides: [provide(Log, { value: new StreamLog({ level: 'silent' }) })] };
  const client = await start(module('M', { declarations: [Slow] }), options);
  try {
    assert.equal(isReady, true);
    assert.equal((await client.get('/')).body, true);
  } finally {
    await client.stop();
  }
});
