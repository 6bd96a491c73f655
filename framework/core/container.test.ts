import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../app.ts';
import type { Controller, Route } from '../routing/route.ts';
import { Cache } from '../services/cache.ts';
import { Clock } from '../services/clock.ts';
import { Database } from '../services/database.ts';
import { KeyValue } from '../services/key-value.ts';
import { Log } from '../services/log/log.ts';
import { Container } from './container.ts';
import { inject, token } from './inject.ts';
import { module, provide } from './module.ts';

class UsersService {
  readonly names: string[] = [];
}
class PostsService {
  @inject(UsersService) users!: UsersService;
}

test('singletons only: every class that injects a service gets the same instance', () => {
  class Other {
    @inject(UsersService) users!: UsersService;
  }
  const container = new Container(module('M', { declarations: [PostsService, Other, UsersService] }));
  const users = container.get(UsersService);
  assert.equal(container.get(PostsService).users, users);
  assert.equal(container.get(Other).users, users);
});

test('every declared class is built at startup, once, after its dependencies', () => {
  const built: string[] = [];
  class Inner {
    constructor() {
      built.push('Inner');
    }
  }
  class Outer {
    @inject(Inner) inner!: Inner;
    constructor() {
      built.push('Outer');
    }
  }
  class Idle {
    constructor() {
      built.push('Idle');
    }
  }
  const InnerModule = module('InnerModule', { declarations: [Inner], exports: [Inner] });
  const container = new Container(module('M', { imports: [InnerModule], declarations: [Outer, Idle] }));
  assert.deepEqual(built, ['Inner', 'Outer', 'Idle']);
  container.get(Outer);
  assert.equal(built.length, 3);
});

test('provide(token, Class) builds the class for the token, but does not declare the class itself', () => {
  class CountingUsers extends UsersService {}
  const container = new Container(module('M', { declarations: [PostsService, provide(UsersService, CountingUsers)] }));
  assert.ok(container.get(PostsService).users instanceof CountingUsers);
  assert.throws(() => container.get(CountingUsers), {
    message:
      'CountingUsers: no module declares it. Add CountingUsers to M.declarations (provide(CountingUsers, …) if it ' +
      'is abstract), or add the module that exports it to M.imports.',
  });
});

test('provide(token, { value }) injects the given value, whatever its type', () => {
  for (const value of ['text', '', 0, false, null, undefined, Symbol('s'), () => 'called', class {}, new Map()]) {
    const Value = token<unknown>('Value');
    class Owner {
      @inject(Value) value: unknown = 'not filled';
    }
    const container = new Container(module('M', { declarations: [Owner, provide(Value, { value })] }));
    assert.equal(container.get(Owner).value, value);
    assert.equal(container.get(Value), value);
  }
});

test('the container does not manage a provided value: it is neither injected into nor started nor stopped', async () => {
  class Handed {
    @inject(UsersService) users!: UsersService;
    onStart() {
      assert.fail('started');
    }
    onStop() {
      assert.fail('stopped');
    }
  }
  const value = new Handed();
  const container = new Container(module('M', { declarations: [provide(Handed, { value })] }));
  await container.start();
  await container.stop();
  assert.equal(container.get(Handed), value);
  assert.equal(value.users, undefined);
});

test('overrides replace the provider of a token, whichever module declares it', () => {
  class FakeUsers extends UsersService {}
  const Secret = token<string>('Secret');
  class Inner {
    @inject(Secret) secret!: string;
  }
  class Outer {
    @inject(Secret) secret!: string;
    @inject(PostsService) posts!: PostsService;
  }
  const InnerModule = module('InnerModule', { declarations: [Inner, provide(Secret, { value: 'inner' })] });
  const UsersModule = module('UsersModule', { declarations: [UsersService, PostsService], exports: [PostsService] });
  const Root = module('Root', {
    imports: [InnerModule, UsersModule],
    declarations: [Outer, provide(Secret, { value: 'outer' })],
  });
  const container = new Container(Root, [], [provide(Secret, { value: 'fake' }), provide(UsersService, FakeUsers)]);
  assert.equal(container.get(Inner).secret, 'fake');
  assert.equal(container.get(Outer).secret, 'fake');
  assert.ok(container.get(Outer).posts.users instanceof FakeUsers);
  assert.equal(new Container(Root).get(Outer).secret, 'outer', 'the module itself is as it was');
});

test('an override may inject what its module sees, and may omit dependencies of the class it replaces', () => {
  class Unreachable {
    constructor() {
      assert.fail('built');
    }
  }
  class Real {
    @inject(Unreachable) unreachable!: Unreachable;
  }
  class Fake extends UsersService {
    @inject(PostsService) posts!: PostsService;
  }
  const M = module('M', {
    declarations: [provide(Real, { value: new Real() }), PostsService, UsersService, provide(Unreachable, Unreachable)],
  });
  const overrides = [provide(Real, Fake as never), provide(Unreachable, { value: {} })];
  assert.ok((new Container(M, [], overrides).get(Real) as unknown as Fake).posts instanceof PostsService);
});

test('built-ins need no import, are built only when needed, and a module may provide its own', () => {
  const built: string[] = [];
  abstract class Note {
    constructor() {
      built.push(this.constructor.name);
    }
  }
  abstract class Quiet {
    constructor() {
      built.push(this.constructor.name);
    }
  }
  class DefaultNote extends Note {}
  class OwnNote extends Note {}
  class DefaultQuiet extends Quiet {
    @inject(Note) note!: Note;
  }
  class Owner {
    @inject(Note) note!: Note;
  }
  const builtins = [provide(Note, DefaultNote), provide(Quiet, DefaultQuiet)];
  const container = new Container(module('M', { declarations: [Owner] }), builtins);
  assert.ok(container.get(Owner).note instanceof DefaultNote);
  assert.deepEqual(built, ['DefaultNote']);
  const quiet = container.get(Quiet) as DefaultQuiet;
  assert.equal(quiet.note, container.get(Owner).note);
  assert.equal(container.get(Quiet), quiet);
  assert.deepEqual(built, ['DefaultNote', 'DefaultQuiet']);
  const own = new Container(module('M', { declarations: [Owner, provide(Note, OwnNote)] }), builtins);
  assert.ok(own.get(Owner).note instanceof OwnNote);
});

test('get finds a token wherever it was declared, getIn only where it can be seen', () => {
  const Inner = module('Inner', { declarations: [UsersService] });
  const Root = module('Root', { imports: [Inner], declarations: [] });
  const container = new Container(Root);
  const users = container.get(UsersService);
  assert.equal(container.getIn(Inner, UsersService), users);
  assert.throws(() => container.getIn(Root, UsersService), {
    message: 'UsersService: declared in Inner, which does not export it. Add UsersService to Inner.exports.',
  });
});

test('built() lists every instance in the order of construction, with the module that declares it', () => {
  abstract class Note {}
  class DefaultNote extends Note {}
  class Owner {
    @inject(Note) note!: Note;
  }
  const Value = token<object>('Value');
  const Inner = module('Inner', { declarations: [UsersService] });
  const Root = module('Root', { imports: [Inner], declarations: [Owner, provide(Value, { value: {} })] });
  const container = new Container(Root, [provide(Note, DefaultNote)]);
  assert.deepEqual(
    [...container.built()].map(({ unit, instance }) => [unit.module?.name, instance.constructor.name]),
    [
      ['Inner', 'UsersService'],
      [undefined, 'DefaultNote'],
      ['Root', 'Owner'],
      ['Root', 'Object'],
    ],
  );
});

test('Two apps of one module share nothing', () => {
  const Root = module('Root', { declarations: [PostsService, UsersService] });
  const [first, second] = [new Container(Root), new Container(Root)];
  first.get(PostsService).users.names.push('Ann');
  assert.notEqual(first.get(PostsService), second.get(PostsService));
  assert.deepEqual(second.get(PostsService).users.names, []);
});

test('a constructor that fails: the message names module and class, and explains that fields are not set yet', () => {
  class Hasty {
    @inject(UsersService) users!: UsersService;
    constructor() {
      this.users.names.push('Ann');
    }
  }
  const create = () => new Container(module('BlogModule', { declarations: [UsersService, Hasty] }));
  assert.throws(create, (error: Error) => {
    assert.equal(
      error.message,
      `BlogModule → Hasty: its constructor threw "Cannot read properties of undefined (reading 'names')". ` +
        'Injected fields are still empty in a constructor. Use them in onStart().',
    );
    assert.ok(error.cause instanceof TypeError);
    return true;
  });
});

test('a constructor that throws on purpose: the message says nothing about fields', () => {
  class Config {
    constructor() {
      throw new Error('MAIL_KEY is not set');
    }
  }
  const create = () => new Container(module('BlogModule', { declarations: [Config] }));
  assert.throws(create, { message: 'BlogModule → Config: its constructor threw "MAIL_KEY is not set".' });
});

test('Log, Clock, Cache, KeyValue and Database need no import', () => {
  class Owner {
    @inject(Log) log!: Log;
    @inject(Clock) clock!: Clock;
    @inject(Cache) cache!: Cache;
    @inject(KeyValue) keyValue!: KeyValue;
    @inject(Database) database!: Database;
  }
  const { log, clock, cache, keyValue, database } = createApp(module('M', { declarations: [Owner] })).get(Owner);
  assert.ok(log instanceof Log && clock instanceof Clock && cache instanceof Cache);
  assert.ok(keyValue instanceof KeyValue && database instanceof Database);
});

test('a middleware class in a route that is neither declared nor imported fails the start', () => {
  class BearerAuth {
    handle() {}
  }
  class PostsController implements Controller {
    routes(): Route[] {
      const drafts: Route = { method: 'GET', path: '/drafts', handler: this.drafts };
      return [{ path: '/admin', middlewares: [BearerAuth], children: [drafts] }];
    }
    drafts() {}
  }
  const AuthModule = module('AuthModule', { declarations: [BearerAuth] });
  const Exporting = module('AuthModule', { declarations: [BearerAuth], exports: [BearerAuth] });
  const BlogModule = module('BlogModule', { declarations: [PostsController] });
  assert.throws(() => createApp(BlogModule), {
    message:
      'BlogModule → PostsController (/admin) → BearerAuth: no module declares it. Add BearerAuth to ' +
      'BlogModule.declarations (provide(BearerAuth, …) if it is abstract), or add the module that exports it to ' +
      'BlogModule.imports.',
  });
  assert.throws(() => createApp(module('BlogModule', { imports: [AuthModule], declarations: [PostsController] })), {
    message:
      'BlogModule → PostsController (/admin) → BearerAuth: declared in AuthModule, which does not export it. ' +
      'Add BearerAuth to AuthModule.exports.',
  });
  assert.throws(() => createApp(module('App', { imports: [Exporting, BlogModule] })), {
    message:
      'BlogModule → PostsController (/admin) → BearerAuth: declared in AuthModule, which BlogModule does not import. ' +
      'Add AuthModule to BlogModule.imports.',
  });
  for (const parts of [
    { declarations: [PostsController, BearerAuth] },
    { imports: [Exporting], declarations: [PostsController] },
  ]) {
    const app = createApp(module('BlogModule', parts));
    const [drafts] = app.routes();
    assert.equal(drafts?.middlewares[0], app.get(BearerAuth), 'the instance that the container has built');
  }
});
