import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Container } from './container.ts';
import { dependenciesOf, inject, token } from './inject.ts';
import { module, provide } from './module.ts';

abstract class Store {
  abstract read(): string;
}
class MemoryStore extends Store {
  read() {
    return 'memory';
  }
}
class Users {}
class Posts {}
const Greeting = token<string>('Greeting');

const declarations = [Users, Posts, provide(Store, MemoryStore), provide(Greeting, { value: 'Hello' })];

/** The one instance of a class, with everything around it declared. */
function built<T extends object>(wanted: new () => T): T {
  return new Container(module('M', { declarations: [...declarations, wanted] })).get(wanted);
}

test('@inject fills a public field', () => {
  class Owner {
    @inject(Users) users!: Users;
  }
  assert.ok(built(Owner).users instanceof Users);
});

test('@inject fills a private field', () => {
  class Owner {
    @inject(Users) private readonly users!: Users;
    show() {
      return this.users;
    }
  }
  assert.ok(built(Owner).show() instanceof Users);
});

test('@inject fills a #private field', () => {
  class Owner {
    @inject(Users) readonly #users!: Users;
    show() {
      return this.#users;
    }
  }
  assert.ok(built(Owner).show() instanceof Users);
});

test('@inject fills an inherited field, once, and the parents come first', () => {
  class Parent {
    @inject(Users) protected readonly users!: Users;
  }
  class Child extends Parent {
    @inject(Posts) readonly #posts!: Posts;
    show() {
      return [this.users, this.#posts];
    }
  }
  class Grandchild extends Child {}
  for (const wanted of [Child, Grandchild]) {
    const [users, posts] = built(wanted).show();
    assert.ok(users instanceof Users && posts instanceof Posts);
    assert.deepEqual(fieldsOf(wanted), ['users', '#posts']);
  }
});

test('@inject fills the fields of an abstract parent', () => {
  abstract class Parent {
    @inject(Users) users!: Users;
    abstract show(): Users;
  }
  class Child extends Parent {
    show() {
      return this.users;
    }
  }
  assert.ok(built(Child).show() instanceof Users);
});

test('@inject takes an abstract class as a token, which serves as an interface', () => {
  class Owner {
    @inject(Store) store!: Store;
  }
  assert.equal(built(Owner).store.read(), 'memory');
});

test('@inject takes a named token', () => {
  class Owner {
    @inject(Greeting) greeting!: string;
  }
  assert.equal(built(Owner).greeting, 'Hello');
});

test('@inject takes () => Class, which is asked only when everything is loaded', () => {
  class Owner {
    @inject(() => Later) later!: object;
    @inject(() => LaterStore) store!: object;
    @inject(() => LaterText) text!: string;
  }
  class Later {}
  abstract class LaterStore {}
  const LaterText = token<string>('LaterText');
  const M = module('M', {
    declarations: [Owner, Later, provide(LaterStore, Later), provide(LaterText, { value: 'text' })],
  });
  const owner = new Container(M).get(Owner);
  assert.ok(owner.later instanceof Later);
  assert.ok(owner.store instanceof Later);
  assert.notEqual(owner.store, owner.later);
  assert.equal(owner.text, 'text');
});

test('two named tokens of one name are two tokens', () => {
  const [first, second] = [token<string>('same'), token<string>('same')];
  class Owner {
    @inject(first) first!: string;
    @inject(second) second!: string;
  }
  const M = module('M', { declarations: [Owner, provide(first, { value: '1' }), provide(second, { value: '2' })] });
  const { first: one, second: two } = new Container(M).get(Owner);
  assert.deepEqual([one, two], ['1', '2']);
});

test('a child adds nothing to its parent, and nothing to its siblings', () => {
  class Parent {
    @inject(Users) users!: Users;
  }
  class First extends Parent {
    @inject(Posts) posts!: Posts;
  }
  class Second extends Parent {
    @inject(Store) store!: Store;
  }
  assert.deepEqual(fieldsOf(Parent), ['users']);
  assert.deepEqual(fieldsOf(First), ['users', 'posts']);
  assert.deepEqual(fieldsOf(Second), ['users', 'store']);
});

test('a field that is declared again in a child replaces the one of the parent, which is asked for no more', () => {
  class Unavailable {}
  class Parent {
    @inject(Unavailable) store!: object;
    @inject(Users) users!: Users;
  }
  class Child extends Parent {
    @inject(Store) override store: Store = new MemoryStore();
  }
  assert.deepEqual(fieldsOf(Child), ['users', 'store']);
  assert.ok(built(Child).store instanceof MemoryStore);
  assert.deepEqual(fieldsOf(Parent), ['store', 'users']);
});

test('#private fields of one name in parent and child are two fields', () => {
  class Parent {
    @inject(Users) readonly #it!: Users;
    parents() {
      return this.#it;
    }
  }
  class Child extends Parent {
    @inject(Posts) readonly #it!: Posts;
    own() {
      return this.#it;
    }
  }
  const child = built(Child);
  assert.ok(child.parents() instanceof Users);
  assert.ok(child.own() instanceof Posts);
});

test('fields are filled after construction: a test can build the same class with new, and put in what it likes', () => {
  const seen: unknown[] = [];
  class Owner {
    @inject(Users) users: Users = 'the default' as never;
    constructor() {
      seen.push(this.users);
    }
  }
  assert.equal(new Owner().users, 'the default');
  assert.ok(built(Owner).users instanceof Users);
  assert.deepEqual(seen, ['the default', 'the default']);
});

test('dependencies are known before anything is built', () => {
  class Owner {
    @inject(Users) users!: Users;
    @inject(() => Posts) private readonly posts!: Posts;
    @inject(Greeting) readonly #greeting!: string;
    constructor() {
      assert.fail('built');
    }
    show() {
      return [this.posts, this.#greeting];
    }
  }
  assert.deepEqual(
    dependenciesOf(Owner).map((dependency) => [dependency.field, dependency.token()]),
    [
      ['users', Users],
      ['posts', Posts],
      ['#greeting', Greeting],
    ],
  );
  assert.deepEqual(dependenciesOf(Users), []);
  assert.deepEqual(dependenciesOf(Greeting), []);
});

test('@inject(undefined) is refused where the class is defined: the file that declares it is not loaded yet', () => {
  const NotLoaded = undefined as unknown as typeof Users;
  const define = () => {
    class Owner {
      @inject(NotLoaded) users!: Users;
    }
    return Owner;
  };
  assert.throws(define, {
    name: 'TypeError',
    message:
      '@inject(undefined) on the field "users": the class is imported from a file that imports this one, so it isn\'t loaded yet. ' +
      'Write @inject(() => TheClass).',
  });
});

function fieldsOf(wanted: abstract new () => object): string[] {
  return dependenciesOf(wanted).map(({ field }) => field);
}

test('@inject on a class or a method is refused, and says where it belongs', () => {
  const decorate = inject(class UsersService {}) as unknown as (target: unknown, context: object) => unknown;
  for (const context of [
    { kind: 'class', name: 'PostsService' },
    { kind: 'method', name: 'list', static: false },
    { kind: 'field', name: 'users', static: true },
  ]) {
    assert.throws(() => decorate(undefined, context), {
      name: 'TypeError',
      message:
        `@inject(…) on the ${context.kind} ${context.name}: only instance fields can be injected. Put it on the field ` +
        'that holds the dependency, and list the class in the declarations of a module.',
    });
  }
});

test('@inject without parentheses is refused when the first instance is created', () => {
  const withoutParentheses = inject as unknown as (target: undefined, context: object) => (value: undefined) => unknown;
  const initializer = withoutParentheses(undefined, { kind: 'field', name: 'users' });
  assert.throws(
    () => initializer(undefined),
    /^TypeError: @inject without parentheses\. Name the class: @inject\(TheClass\)\.$/,
  );
});

test('a Symbol.metadata that exists already is kept', async (t) => {
  const owner = Symbol as { metadata?: symbol };
  const ours = owner.metadata;
  t.after(() => {
    owner.metadata = ours;
  });
  const theirs = Symbol('theirs');
  owner.metadata = theirs;
  // With a query, the module is evaluated once more.
  await import(`${import.meta.url.replace('inject.test', 'inject')}?again`);
  assert.equal(owner.metadata, theirs);
});

test('a Symbol.metadata that exists before the framework is loaded is kept', async () => {
  const known = Symbol as { metadata?: symbol };
  const before = known.metadata;
  const polyfill = Symbol('of another library');
  try {
    for (const file of ['inject', '../dto/field']) {
      known.metadata = polyfill;
      await import(`${import.meta.url.replace('inject.test', file)}?loaded-later`);
      assert.equal(known.metadata, polyfill, file);
    }
  } finally {
    known.metadata = before;
  }
});
