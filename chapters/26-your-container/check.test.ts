import { isDeepStrictEqual } from 'node:util';
import { CheckFailure, chapter, type Load, random } from '#check';
import { examineFamilies } from './families.ts';
import { examineForms, examineStarts, examineStops } from './hooks.ts';
import { examineWorlds } from './worlds.ts';

const { step } = chapter(import.meta.url);

step(1, (_check, examine) => {
  examine('the injected fields of a class and their tokens are known, in order', async (load) => {
    const { inject } = await load('framework/inject.ts');
    class Oven {}
    class Till {}
    class Shop {
      @inject(Oven) oven!: Oven;
      @inject(Till) private readonly till!: Till;
      list() {
        return this.till;
      }
    }
    const found = await fieldsIn(load, Shop, [Oven, Till]);
    same(found, ['oven: Oven', 'till: Till'], 'The injected fields of Shop', whyDifferent(found));
    const metadata = (Shop as { [Symbol.metadata]?: object | null })[Symbol.metadata] ?? {};
    same(
      Object.keys(metadata),
      [],
      'The strings among the keys of context.metadata',
      'the dependencies are stored under a string, which another library may use as well. Use a symbol as the key.',
    );
    same(
      await fieldsIn(load, Oven, []),
      [],
      'The injected fields of Oven, a class without @inject',
      'dependenciesOf returns undefined instead of an empty array.',
    );

    function whyDifferent(names: unknown): string | string[] {
      if (!Array.isArray(names) || names.length === 0)
        return ['inject records nothing in context.metadata.', 'dependenciesOf does not read Shop[Symbol.metadata].'];
      if (names.length === 1) return 'inject replaces the entry of the previous field instead of adding to the array.';
      if (names.some((name) => !/^(oven|till): /.test(name)))
        return 'the name of the field is wrong, or still empty. It is in context.name.';
      return ['inject puts each entry before those of the previous fields.', 'inject does not record the token.'];
    }
  });

  examine('a class inherits the dependencies of its parent, and adds none to it', async (load) => {
    const { inject } = await load('framework/inject.ts');
    class Oven {}
    class Till {}
    class Shop {
      @inject(Oven) oven!: Oven;
    }
    class Cafe extends Shop {
      @inject(Till) till!: Till;
    }
    const own = await fieldsIn(load, Cafe, [Oven, Till]);
    same(own, ['oven: Oven', 'till: Till'], 'The injected fields of Cafe, which extends Shop', [
      'inject starts a new array without the entries of the parent.',
      'the entries of the parent come last.',
    ]);
    same(
      await fieldsIn(load, Shop, [Oven, Till]),
      ['oven: Oven'],
      'The injected fields of Shop, which Cafe extends',
      'inject pushes into the array of the parent class, which it finds through the prototype chain of the metadata.',
    );
  });

  examine('the fields of an object can be set, private ones too', async (load) => {
    const { inject, dependenciesOf } = await load('framework/inject.ts');
    class Oven {}
    class Till {}
    class Shop {
      @inject(Oven) readonly #oven!: Oven;
      @inject(Till) till!: Till;
      parts() {
        return [this.#oven, this.till];
      }
    }
    const shop = dependenciesOf === undefined ? await builtBy(load, Shop, [Oven, Till]) : filled();
    const [oven, till] = shop.parts();
    if (oven instanceof Oven && till instanceof Till) return;
    fail('Not both fields were set.', 'an Oven in #oven, and a Till in till', [
      "what sets the field writes owner[field], which can't reach a #private field. Use context.access.set.",
      'the same field is set each time.',
    ]);

    function filled(): Shop {
      const made = new Shop();
      const dependencies = dependenciesOf(Shop);
      same(dependencies.length, 2, 'The number of dependencies', 'inject records only some of the fields.');
      dependencies[0].fill(made, new Oven());
      dependencies[1].fill(made, new Till());
      return made;
    }
  });

  examine('inject(undefined) is refused with the name of the field', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const field = random.word();
    const error = thrownBy(() =>
      inject(undefined)(undefined, { name: field, metadata: {}, access: {}, kind: 'field' }),
    );
    says(
      error,
      [field, /import/],
      error.message === 'no error'
        ? 'inject does not look at the token.'
        : error.message.includes('@inject(undefined)')
          ? 'the constant field in inject is still empty. Set it to the name of the field.'
          : 'inject uses the token before it compares it with undefined.',
    );
  });

  examine(
    'every field is filled, however many parents a class has and whatever its fields are called',
    async (load) => {
      const { dependenciesOf } = await load('framework/inject.ts');
      if (dependenciesOf === undefined) return examineFamilies(load, await containerFilling(load));
      await examineFamilies(load, (Owner, services) => {
        const made = new Owner();
        const instances = services.map((Service) => new Service());
        for (const dependency of dependenciesOf(Owner))
          dependency.fill(made, instances[services.indexOf(dependency.token)]);
        return { made, instances };
      });
    },
    { isRule: true },
  );
});

step(2, (_check, examine) => {
  examine('everything is planned once, after what it needs', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module } = await load('framework/module.ts');
    for (let round = 0; round < 20; round++) {
      const { root, needs } = randomModules(inject, module);
      const order = (await planned(load, root)).map(({ name }) => name);
      same(
        order.toSorted(),
        [...needs.keys()].toSorted(),
        'The classes that are built, sorted by name',
        order.length > needs.size
          ? 'a class is placed again although it is already there.'
          : 'some classes are left out.',
      );
      for (const [name, needed] of needs) {
        const late = needed.find((other) => order.indexOf(other) > order.indexOf(name));
        if (late === undefined) continue;
        fail(`order is ${order.join(', ')}, but ${name} needs ${late}.`, `${late} before ${name}`, [
          'a unit is added to the order before the units it needs.',
          'the units are not connected: needs is empty.',
        ]);
      }
    }
  });

  examine('each field gets what its token stands for, and nothing else is built', async (load) => {
    const { inject, dependenciesOf } = await load('framework/inject.ts');
    const { module, provide } = await load('framework/module.ts');
    let built = 0;
    class Clock {
      made = ++built;
    }
    class Log {
      made = ++built;
      @inject(Clock) clock!: Clock;
    }
    class Cache {
      made = ++built;
    }
    class Oven {
      made = ++built;
      @inject(Log) log!: Log;
    }
    class Recipes {
      made = ++built;
      @inject(Oven) oven!: Oven;
    }
    const builtins = [Cache, Log, Clock].map((service) => provide(service, service));
    const units = await planned(load, module('Kitchen', { declarations: [Recipes, Oven] }), builtins);
    same(
      units.map(({ name, fields }) => [name, fields]),
      [
        ['Clock', []],
        ['Log', ['clock gets Clock']],
        ['Oven', ['log gets Log']],
        ['Recipes', ['oven gets Oven']],
      ],
      'What is built, and what its fields get (Log, Clock and Cache are built in, and nothing needs Cache)',
      causeOf(),
    );
    const [objects, early] =
      dependenciesOf === undefined
        ? [4, 'a class is built more than once, or without being needed.']
        : [0, 'the graph creates instances. It must only plan them.'];
    same(built, objects, 'The number of objects that were built', early);

    function causeOf(): string {
      if (units.some(({ name }) => name === 'Cache'))
        return 'all built-in services are planned, even those that nothing needs.';
      const log = units.find(({ name }) => name === 'Log');
      if (log?.fields.length === 0) return 'the built-in services are not connected with what they need themselves.';
      return 'fields are not connected, or connected with something else.';
    }
  });

  examine('a cycle is shown whole, and nothing else', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module } = await load('framework/module.ts');
    for (const size of [1, 2, 4]) {
      const { declarations, paths, outside } = cycleOf(size, inject);
      const error = await rejectionOf(planned(load, module('Club', { declarations })));
      const cause =
        error.message === 'no error'
          ? 'a class that is already on the path is skipped. Throw an error that shows the cycle.'
          : error instanceof RangeError
            ? 'the search calls itself without end. Remember the path, and check whether the class is already on it.'
            : 'the message does not contain the path from the first class of the cycle back to itself.';
      // It may begin with any of its classes.
      const path = paths.find((each) => error.message.includes(each)) ?? paths[0]!;
      says(error, [path, 'Club', /cycle/i], cause);
      if (!error.message.includes(outside)) continue;
      fail(
        error.message,
        `a message without ${outside}, which only leads into the cycle`,
        'the message starts with the first class of the path, and not with the first one that is on the cycle.',
      );
    }
  });

  examine(
    'the work grows with the number of classes, and not with the number of ways between them',
    async (load, blocks) => {
      const { inject } = await load('framework/inject.ts');
      const { module } = await load('framework/module.ts');
      const Planner = await plannerOf(load);
      const workOf = async (root: object) => {
        await blocks();
        new Planner(root);
        return blocks();
      };
      const classes = (layers: number) =>
        module('Tower', { declarations: layersOf(layers, inject).toSorted(() => Math.random() - 0.5) });
      const modules = (layers: number) => {
        let below: object[] = [];
        for (let i = 0; i < layers; i++)
          below = ['Left', 'Right'].map((side) => module(`${side}${i}`, { imports: below }));
        return module('Tower', { imports: below });
      };
      for (const { what, tower, cause } of [
        {
          what: 'classes',
          tower: classes,
          cause: 'the needs of a class are followed again although it has been placed already.',
        },
        {
          what: 'modules',
          tower: modules,
          cause: 'the imports of a module are gone through again although it is known already.',
        },
      ]) {
        const [few, many] = [await workOf(tower(6)), await workOf(tower(12))];
        if (many <= 12 * few) continue;
        throw new CheckFailure({
          problem: `Twice as many ${what} are far more than twice the work.`,
          received: `${few} units of work for 6 layers of two ${what}, ${many} for 12 (each needs or imports both of the layer below)`,
          expected: 'about two to four times as many',
          cause,
        });
      }
    },
    { isRule: true },
  );

  examine('a class that no module declares is reported with module, field and class', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module } = await load('framework/module.ts');
    class Oven {}
    class Shop {
      @inject(Oven) oven!: Oven;
    }
    const name = `${random.word()}Module`;
    const error = await rejectionOf(planned(load, module(name, { declarations: [Shop] })));
    says(
      error,
      [name, 'Shop.oven', 'Oven', `${name}.declarations`],
      error.message === 'no error'
        ? 'a token that stands for nothing is skipped.'
        : error instanceof TypeError && error.message.includes('undefined')
          ? 'a token that stands for nothing is used. Throw an error instead.'
          : 'the message lacks the module, the field, the class, or what to change.',
    );
  });
});

step(3, (_check, examine) => {
  examine('every class is built once, and everyone gets the same instance', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    let ovens = 0;
    class Oven {
      number = ++ovens;
    }
    class Bread {
      @inject(Oven) readonly #oven!: Oven;
      oven() {
        return this.#oven;
      }
    }
    class Cake {
      @inject(Oven) oven!: Oven;
    }
    const kitchen = module('Kitchen', { declarations: [Bread, Cake, Oven] });
    const container = new Container(kitchen);
    const [bread, cake, oven] = [container.get(Bread), container.get(Cake), container.get(Oven)];
    const again = 'the container builds a unit again instead of returning the existing instance.';
    same(ovens, 1, 'The number of ovens', again);
    same(container.get(Bread) === bread, true, 'container.get(Bread) === container.get(Bread)', again);
    if (!(oven instanceof Oven) || bread?.oven() !== oven || cake?.oven !== oven) {
      fail(
        'Not every field holds the oven.',
        'the same Oven in Bread.#oven, in Cake.oven and from container.get(Oven)',
        ['the fields are not filled.', 'the fields get something else than the instance.'],
      );
    }
    const built = [...container.built()].map(({ instance }) => instance.constructor.name);
    same(built.toSorted(), ['Bread', 'Cake', 'Oven'], 'container.built(), sorted', [
      'an instance is missing, or there twice.',
      'built() yields something other than { unit, instance }.',
    ]);
    same(built[0], 'Oven', 'The first of container.built()', 'Bread and Cake need the Oven, and were built before it.');
    const shared = 'the instances are kept outside of the container, so two applications share them.';
    same(new Container(kitchen).get(Oven) !== oven, true, 'container.get(Oven) !== new Container(…).get(Oven)', shared);
  });

  examine('a provider decides what a token stands for', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module, provide } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    abstract class Oven {
      abstract heat(): string;
    }
    abstract class Price {
      abstract cents(): number;
    }
    class StoneOven extends Oven {
      heat() {
        return 'stone';
      }
    }
    class Shop {
      @inject(Oven) oven!: Oven;
      @inject(Price) price!: Price;
    }
    const price = { cents: () => 5 };
    const container = new Container(
      module('Shop', { declarations: [Shop, provide(Oven, StoneOven), provide(Price, { value: price })] }),
    );
    const shop = container.get(Shop);
    if (shop.oven instanceof StoneOven && shop.price === price) return;
    fail('Shop did not get what was provided.', 'a StoneOven, and the very object that was provided as a value', [
      'the token itself is built. Use provider.build.',
      'a value is copied, or not used.',
    ]);
  });

  examine('built-in services are created on demand', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module, provide } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    const built: string[] = [];
    class Log {
      made = built.push('Log');
    }
    class Clock {
      made = built.push('Clock');
    }
    class Shop {
      @inject(Log) log!: Log;
    }
    const container = new Container(module('Shop', { declarations: [Shop] }), [
      provide(Log, Log),
      provide(Clock, Clock),
    ]);
    same(built, ['Log'], 'The built-in services that were built', 'those that nothing needs are built as well.');
    const clock = container.get(Clock);
    if (!(clock instanceof Clock) || container.get(Clock) !== clock)
      fail(
        'container.get(Clock) does not return the same Clock each time.',
        'one Clock, built by the first call',
        'what get() builds is not kept.',
      );
  });

  examine('a constructor that throws is reported with its class and its cause', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    class Oven {
      heat() {}
    }
    class Shop {
      @inject(Oven) oven!: Oven;
      constructor() {
        this.oven.heat();
      }
    }
    const error = thrownBy(() => new Container(module('Street', { declarations: [Shop, Oven] })));
    says(error, ['Street', 'Shop', "reading 'heat'", /onStart/], 'the error of the constructor is passed on as it is.');
    if (error.cause instanceof TypeError) return;
    fail(
      'The error has no cause.',
      'the original error as its cause',
      'the new Error has no second argument { cause }.',
    );
  });

  examine(
    'the container fills every field, whatever the class looks like',
    async (load) => examineFamilies(load, await containerFilling(load)),
    { isRule: true },
  );

  examine(
    'a value stays as it is, and two containers share nothing that they build',
    async (load) => {
      const { inject } = await load('framework/inject.ts');
      const { module, provide } = await load('framework/module.ts');
      const { Container } = await load('framework/container.ts');
      class Oven {}
      class Till {
        @inject(Oven) oven: unknown;
      }
      class Bell {}
      class Shop {
        @inject(Till) till!: unknown;
        @inject(Bell) bell!: unknown;
      }
      const till = new Till();
      let calls = 0;
      const bell = () => ++calls;
      const declarations = [Shop, Oven, provide(Till, { value: till }), provide(Bell, { value: bell })];
      const container = new Container(module('Shop', { declarations }));
      const shop = container.get(Shop);
      same([shop.till === till, shop.bell === bell], [true, true], 'Whether the fields hold the values themselves', [
        'a value is copied.',
        'a value that is a function is called.',
      ]);
      same(calls, 0, 'How often a value that is a function was called', 'a value that is a function is called.');
      const state = [till.oven, Object.isExtensible(till), Object.isFrozen(bell)];
      same(
        state,
        [undefined, true, false],
        'The field of a value whose class has an injected field, and whether the values can be extended, and are frozen',
        state[0] !== undefined
          ? 'the fields of a value are filled like those of an instance. The code that has created it is responsible for it.'
          : 'a value is frozen or sealed.',
      );
      class Log {}
      class Counter {
        @inject(Log) log: unknown;
      }
      const builtins = [provide(Log, Log)];
      const root = module('Shop', { declarations: [Counter] });
      const [one, two] = [new Container(root, builtins), new Container(root, builtins)];
      same(
        [one.get(Counter) !== two.get(Counter), one.get(Log) !== two.get(Log), one.get(Counter).log === one.get(Log)],
        [true, true, true],
        'Whether two containers have a Counter each, a built-in Log each, and in each Counter the Log of its container',
        'instances are kept outside of the container that has built them.',
      );
    },
    { isRule: true },
  );

  examine(
    'what get() builds is in built(), and nothing is kept after it has failed',
    async (load) => {
      const { inject } = await load('framework/inject.ts');
      const { module, provide } = await load('framework/module.ts');
      const { Container } = await load('framework/container.ts');
      class Broken {
        constructor() {
          throw new Error('no gas');
        }
      }
      class Log {}
      class Oven {
        @inject(Log) log!: unknown;
        @inject(Broken) broken!: unknown;
      }
      const container = new Container(
        module('Shop'),
        [Oven, Broken, Log].map((service) => provide(service, service)),
      );
      const instances = () => [...container.built()].map(({ instance }) => instance);
      same(instances().length, 0, 'The length of built(), before get()', 'what nothing needs is built.');
      for (const attempt of ['first', 'second']) {
        says(
          thrownBy(() => container.get(Oven)),
          ['Broken', 'no gas'],
          attempt === 'second'
            ? 'an instance whose fields could not be filled is kept, and the second get() returns it.'
            : 'get() returns an instance whose fields are not filled.',
        );
      }
      const late =
        'built() goes through what the constructor of the container has built, without what get() has built since.';
      const log = container.get(Log);
      same(instances().includes(log), true, 'Whether built() has the Log after container.get(Log)', late);
      const left = instances().some((instance) => instance instanceof Oven);
      same(
        left,
        false,
        'Whether built() has an Oven, which could not be built',
        'an instance is kept before its fields are filled.',
      );
    },
    { isRule: true },
  );
});

step(4, (_check, examine) => {
  examine(
    'a module sees its own classes, and what its imports export',
    async (load) => {
      const { kitchen, shopWith } = await bakery(load);
      for (const { what, root } of [
        { what: 'a class of its own', root: shopWith({ declarations: kitchen.declarations }) },
        { what: 'an exported class of an imported module', root: shopWith({ imports: [kitchen.exporting] }) },
      ]) {
        const error = await errorOf(load, root);
        if (error !== undefined)
          fail(
            `${what} was refused: ${error.message}`,
            'no error',
            error.message.includes('Shop.oven')
              ? 'the class is not found.'
              : 'an error is thrown, although nothing is declared twice or exported without a declaration.',
          );
      }
    },
    { alreadyTrue: true },
  );

  examine('a class of another module is visible only if an import exports it', async (load) => {
    const { kitchen, shopWith, module } = await bakery(load);
    const between = module('Between', { imports: [kitchen.exporting] });
    for (const { what, root, cause } of [
      {
        what: 'a class that its module does not export',
        root: shopWith({ imports: [kitchen.silent] }),
        cause: 'the exports of the imported module are not looked at.',
      },
      {
        what: 'a class of a module that imports this one',
        root: module('Root', {
          imports: [shopWith({})],
          declarations: kitchen.declarations,
          exports: kitchen.declarations,
        }),
        cause: 'the container searches all modules, not only the imported ones.',
      },
      {
        what: 'an exported class of a module that is imported by an import',
        root: shopWith({ imports: [between] }),
        cause: 'the container searches the imports of imports as well.',
      },
    ]) {
      if ((await errorOf(load, root)) === undefined) fail(`${what} is visible.`, 'an error', cause);
    }
  });

  examine('each message names the list that has to change, and no other', async (load) => {
    const { kitchen, shopWith, module, names } = await bakery(load);
    const [exportIt, importIt] = [`${names.kitchen}.exports`, `${names.shop}.imports`];
    const lists = [`${names.shop}.declarations`, exportIt, importIt];
    for (const { root, expected, when } of [
      { when: 'no module declares it', root: shopWith({}), expected: [`${names.shop}.declarations`] },
      { when: 'it is not exported', root: shopWith({ imports: [kitchen.silent] }), expected: [exportIt] },
      {
        when: 'its module is not imported',
        root: module('Root', { imports: [kitchen.exporting, shopWith({})] }),
        expected: [importIt],
      },
      {
        when: 'it is neither exported nor imported',
        root: module('Root', { imports: [kitchen.silent, shopWith({})] }),
        expected: [exportIt, importIt],
      },
    ]) {
      const error = (await errorOf(load, root)) ?? new Error('no error');
      says(error, [names.shop, 'Shop.oven', 'Oven', ...expected], `the message does not fit the case where ${when}.`);
      const extra = lists.find((list) => !expected.includes(list) && error.message.includes(list));
      if (extra !== undefined)
        fail(error.message, `nothing about ${extra} if ${when}`, 'the message mentions every list, whatever is wrong.');
    }
  });

  examine('a class that is declared twice, and an export without a declaration, are refused', async (load) => {
    const { kitchen, shopWith, module, names } = await bakery(load);
    const twice = await errorOf(load, shopWith({ imports: [kitchen.exporting], declarations: kitchen.declarations }));
    says(
      twice ?? new Error('no error'),
      ['Oven', names.kitchen, names.shop],
      'two units of the same class are accepted.',
    );
    const within = await errorOf(
      load,
      module(names.kitchen, { declarations: [...kitchen.declarations, ...kitchen.declarations] }),
    );
    says(
      within ?? new Error('no error'),
      ['Oven', names.kitchen, /twice/],
      within === undefined
        ? 'a class that one module declares twice is accepted: two units of it are compared only if their modules differ.'
        : 'the message talks about two modules, although one module declares the class twice.',
    );
    const name = `${random.word()}Module`;
    const exported = await errorOf(load, module(name, { exports: kitchen.declarations }));
    says(
      exported ?? new Error('no error'),
      [name, 'Oven', `${name}.declarations`],
      'the exports are not compared with the declarations.',
    );
    const passedOn = { imports: [kitchen.exporting], exports: kitchen.declarations };
    says(
      (await errorOf(load, module(name, passedOn))) ?? new Error('no error'),
      [name, 'Oven'],
      'a module exports a class that it only imports. Compare its exports with its own declarations, not with what it can see.',
    );
  });

  examine('two classes with the same name are two classes', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    const configOf = (owner: string) =>
      Object.defineProperty(
        class {
          owner = owner;
        },
        'name',
        { value: 'Config' },
      );
    const [MailConfig, ShopConfig] = [configOf('Mail'), configOf('Shop')];
    class Mailer {
      @inject(MailConfig) config!: { owner: string };
    }
    class Shop {
      @inject(ShopConfig) config!: { owner: string };
      @inject(Mailer) mailer!: Mailer;
    }
    const mail = module('MailModule', { declarations: [Mailer, MailConfig], exports: [Mailer] });
    const root = module('ShopModule', { imports: [mail], declarations: [Shop, ShopConfig] });
    const shop = new Container(root).get(Shop);
    const because =
      'somewhere, classes are compared by their names. Compare the classes themselves: two modules may have a private Config each.';
    same(
      [shop.config?.owner, shop.mailer?.config?.owner],
      ['Shop', 'Mail'],
      'The Config of Shop and of Mailer',
      because,
    );
    // It declares a Config, but not the one that its class asks for.
    const other = needing('Other', configOf('Other'), inject);
    const stranger = module('OtherModule', { declarations: [configOf('Own'), other] });
    if (thrownBy(() => new Container(stranger)).message === 'no error')
      fail(
        'A class got another Config than the one it asked for.',
        'an error, because no module declares that one',
        because,
      );
  });

  examine('a built-in service gets other built-in services, and nothing of a module', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module, provide } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    class Clock {}
    class Log {
      @inject(Clock) clock!: Clock;
    }
    class Till {}
    class Shop {}
    const container = new Container(module('Shop', { declarations: [Shop] }), [
      provide(Log, Log),
      provide(Clock, Clock),
    ]);
    const empty = 'a built-in service that nothing needs is built by get(), and its fields stay empty.';
    same(container.get(Log)?.clock instanceof Clock, true, 'container.get(Log).clock instanceof Clock', empty);
    const curious = needing('Curious', Till, inject);
    const root = module('Shop', { declarations: [Till, needing('Shop', curious, inject)], exports: [Till] });
    if (thrownBy(() => new Container(root, [provide(curious, curious)])).message !== 'no error') return;
    const because = 'a built-in service gets the classes of every module. It belongs to no module.';
    fail('A built-in service got a class of a module.', 'an error', because);
  });

  examine('a module can replace a built-in service', async (load) => {
    const { inject } = await load('framework/inject.ts');
    const { module, provide } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    class Log {
      name = 'built in';
    }
    class Shop {
      @inject(Log) log!: Log;
    }
    const own = { name: random.word() };
    const root = module('Shop', { declarations: [Shop, provide(Log, { value: own })] });
    const { log } = new Container(root, [provide(Log, Log)]).get(Shop);
    if (log !== own)
      fail(
        'Shop got the built-in Log.',
        'the one that its module provides',
        'the built-in services are looked at first.',
      );
    const logging = module('Logging', { exports: [Log], declarations: [provide(Log, { value: own })] });
    const importing = module('Shop', { imports: [logging], declarations: [Shop] });
    if (new Container(importing, [provide(Log, Log)]).get(Shop).log === own) return;
    fail(
      'Shop got the built-in Log, although its module imports a module that exports another Log.',
      'the one that the imported module exports',
      'the built-in services are looked at before the exports of the imported modules.',
    );
  });

  examine('in every application, each module sees what the rules say, by a field and by get()', examineWorlds, {
    isRule: true,
  });

  examine(
    'a token that is declared twice is refused, however it is declared',
    async (load) => {
      const { module, provide } = await load('framework/module.ts');
      class Oven {}
      class StoneOven extends Oven {}
      const kinds = {
        'a class': () => Oven,
        'provide() with a class': () => provide(Oven, StoneOven),
        'provide() with a value': () => provide(Oven, { value: new Oven() }),
      };
      for (const [one, first] of Object.entries(kinds)) {
        for (const [other, second] of Object.entries(kinds)) {
          const [kitchen, shop] = [`${random.word()}Kitchen`, `${random.word()}Shop`];
          const within = module(kitchen, { declarations: [first(), second()] });
          const imported = module(kitchen, { declarations: [first()] });
          const across = module(shop, { imports: [imported], declarations: [second()] });
          const cause = `${one} and ${other} for the same token are accepted, or the message lacks a module. It is the tokens that have to be compared.`;
          says((await errorOf(load, within)) ?? new Error('no error'), ['Oven', kitchen, /twice/], cause);
          says((await errorOf(load, across)) ?? new Error('no error'), ['Oven', kitchen, shop], cause);
        }
      }
      const [declared, exported] = ['Log', 'Log'].map((name) =>
        Object.defineProperty(class {}, 'name', { value: name }),
      );
      const stranger = module('Logging', { declarations: [declared], exports: [exported] });
      says(
        (await errorOf(load, stranger)) ?? new Error('no error'),
        ['Logging', 'Log', 'Logging.declarations'],
        'a module exports another class than the one it declares, with the same name. The exports are compared by name.',
      );
      const hidden = module('Kitchen', { declarations: [provide(Oven, StoneOven)], exports: [StoneOven] });
      says(
        (await errorOf(load, hidden)) ?? new Error('no error'),
        ['Kitchen', 'StoneOven', 'Kitchen.declarations'],
        'a module exports the class behind provide(), although it only declares the token.',
      );
    },
    { isRule: true },
  );
});

step(5, (check, examine) => {
  examine('services start after what they need, and stop before it', async (load) => {
    const { container, events } = await services(load);
    await container.start();
    same(
      events.splice(0),
      ['Oven starts', 'Oven has started', 'Recipes starts', 'Recipes has started', 'Shop starts', 'Shop has started'],
      'The events of start()',
      [
        'start does not call onStart, or calls it in another order.',
        'start does not await onStart before it calls the next one.',
        'start looks for onStart in the class alone, and not in its parents.',
      ],
    );
    const inOrder = [
      'Shop stops',
      'Shop has stopped',
      'Recipes stops',
      'Recipes has stopped',
      'Oven stops',
      'Oven has stopped',
    ];
    await container.stop();
    const stopped = events.splice(0);
    same(
      stopped,
      inOrder,
      'The events of stop()',
      stopped.length === 0
        ? ['stop does not call onStop.', 'start does not remember what it has started.']
        : ['stop calls onStop in the order of the start. Reverse it.', 'stop does not await onStop.'],
    );
    await container.stop();
    same(events, [], 'The events of a second stop()', 'stop does not forget what it has stopped.');
    const again = await services(load);
    await again.container.start();
    again.events.length = 0;
    await Promise.all([again.container.stop(), again.container.stop()]);
    same(
      again.events,
      inOrder,
      'The events of two calls of stop() at the same time',
      'the second call stops the next service, or the same one again, while the first one is waiting. Empty the list of what has started before the first await.',
    );
  });

  examine('a failed start stops what has started, and names the class', async (load) => {
    const { container, events } = await services(load, { failingStart: 'Recipes' });
    const error = await rejectionOf(container.start());
    says(
      error,
      ['Recipes.onStart()', 'no flour'],
      error.message === 'no error'
        ? 'start catches the error of onStart and throws none itself. failed only creates the error.'
        : 'the error of onStart is passed on without the name of the class.',
    );
    if ((error.cause as Error | undefined)?.message !== 'no flour')
      fail('The error has no cause.', 'the original error as its cause', 'the new Error has no { cause }.');
    same(
      events,
      ['Oven starts', 'Oven has started', 'Recipes starts', 'Oven stops', 'Oven has stopped'],
      'The events',
      [
        'what has started keeps running.',
        'services that have not started are stopped, too.',
        'start continues with the next service.',
        'onStop is called without its object, so this is undefined.',
      ],
    );
    const worse = await services(load, { failingStart: 'Recipes', failingStop: ['Oven'] });
    says(
      await rejectionOf(worse.container.start()),
      ['Recipes.onStart()', 'no flour'],
      'stopping the other services failed as well, and start() throws that error. The first one is the reason, so it must not be lost.',
    );
  });

  examine('stop continues if a service fails to stop, and reports it', async (load) => {
    const one = await services(load, { failingStop: ['Recipes'] });
    await one.container.start();
    one.events.length = 0;
    const error = await rejectionOf(one.container.stop());
    says(
      error,
      ['Recipes.onStop()', 'stuck'],
      error.message === 'no error'
        ? 'the failure is swallowed.'
        : 'stop passes the error of onStop on as it is. Catch it, and go on.',
    );
    if (error instanceof AggregateError)
      fail(
        'One failure is wrapped in an AggregateError.',
        'the error itself, with the original as its cause',
        'stop() creates an AggregateError whatever the number of failures is.',
      );
    same(
      one.events.filter((event) => event.endsWith('stops')),
      ['Shop stops', 'Recipes stops', 'Oven stops'],
      'The events',
      'stop ends at the first failure, and the other services keep running.',
    );
    const two = await services(load, { failingStop: ['Recipes', 'Shop'] });
    await two.container.start();
    const both = await rejectionOf(two.container.stop());
    if (both instanceof AggregateError && both.errors.length === 2) return;
    fail(
      `stop rejected with ${both}.`,
      'an AggregateError with both failures',
      'only one of the failures is reported.',
    );
  });

  examine('a provided value is neither started nor stopped', async (load) => {
    const { module, provide } = await load('framework/module.ts');
    const { Container } = await load('framework/container.ts');
    const events: string[] = [];
    class Oven {
      onStart() {
        events.push('the class starts');
      }
      onStop() {
        events.push('the class stops');
      }
    }
    class Spare extends Oven {}
    class Till {
      onStop() {
        events.push('the till stops');
      }
    }
    const value = { onStart: () => events.push('the value starts'), onStop: () => events.push('the value stops') };
    const container = new Container(module('Kitchen', { declarations: [Oven, Till, provide(Spare, { value })] }));
    await container.stop();
    await container.start();
    await container.stop();
    same(events.toSorted(), ['the class starts', 'the class stops', 'the till stops'], 'The events, sorted', [
      'a value is treated like a class. Look for provider.build.',
      'stop() before start() stops services that have not started.',
      'a service that has onStop() but no onStart() is not stopped.',
      'a stop() before start() counts as the only one, so the later stop() does nothing.',
    ]);
  });

  examine('hooks are called wherever they are defined, and however their class is declared', examineForms, {
    isRule: true,
  });

  examine('whatever fails to stop, everything is stopped once', examineStops, { isRule: true });

  examine('whatever fails to start, everything that has started is stopped once', examineStarts, { isRule: true });

  check('the bakery sells warm bread', async (app) => {
    (await app.get('/breads')).status(200).json(['baguette', 'rye', 'spelt']);
    const bread = random.word();
    (await app.get(`/breads/${bread}`))
      .status(200, 'the oven was not started.')
      .json({ bread: `${bread}, still warm` });
  });
});

/** What is going to be built, and what its fields will hold: `clock gets Clock`. */
interface Planned {
  readonly name: string;
  readonly fields: readonly string[];
}

interface AnyUnit {
  provider: { token: { name: string } };
  needs: { dependency: { field: string }; unit: AnyUnit }[];
}

/**
 * By the steps, `dependenciesOf` and the graph are finished before the container, so they are what is examined. A design of one's own
 * has neither: there, the container shows what it has built.
 */
// biome-ignore lint/suspicious/noExplicitAny: the learner's own class.
async function plannerOf(load: Load): Promise<new (root: object, builtins?: object[]) => any> {
  const { dependenciesOf } = await load('framework/inject.ts');
  if (dependenciesOf === undefined) return (await load('framework/container.ts')).Container;
  return (await load('framework/graph.ts')).Graph;
}

async function planned(load: Load, root: object, builtins?: object[]): Promise<Planned[]> {
  const plan = new (await plannerOf(load))(root, builtins);
  if (!(plan instanceof (await load('framework/container.ts')).Container)) return plan.order.map(plannedUnit);
  return [...plan.built()].map(({ instance }: { instance: object }) => ({
    name: instance.constructor.name,
    fields: objectsIn(instance).map(([field, value]) => `${field} gets ${value.constructor.name}`),
  }));
}

function plannedUnit({ provider, needs }: AnyUnit): Planned {
  const fields = needs.map(({ dependency, unit }) => `${dependency.field} gets ${unit.provider.token.name}`);
  return { name: provider.token.name, fields };
}

function objectsIn(instance: object): [field: string, value: object][] {
  return Object.entries(instance).filter(([, value]) => typeof value === 'object' && value !== null);
}

/** `oven: Oven` for each injected field. */
async function fieldsIn(
  load: Load,
  owner: new () => object,
  services: readonly (new () => object)[],
): Promise<unknown> {
  const { dependenciesOf } = await load('framework/inject.ts');
  if (dependenciesOf === undefined)
    return objectsIn(await builtBy(load, owner, services)).map(
      ([field, value]) => `${field}: ${value.constructor.name}`,
    );
  const dependencies = dependenciesOf(owner);
  if (!Array.isArray(dependencies)) return dependencies;
  return dependencies.map(({ field, token }) => `${field}: ${token?.name}`);
}

/** The instance of a class in a container with these services. */
async function builtBy<T extends object>(
  load: Load,
  owner: new () => T,
  services: readonly (new () => object)[],
): Promise<T> {
  const { module } = await load('framework/module.ts');
  const { Container } = await load('framework/container.ts');
  return new Container(module('Fields', { declarations: [owner, ...services] })).get(owner);
}

/** Has a container fill the fields. */
async function containerFilling(load: Load): Promise<Parameters<typeof examineFamilies>[1]> {
  const { module } = await load('framework/module.ts');
  const { Container } = await load('framework/container.ts');
  return (owner, services) => {
    const container = new Container(module('Fields', { declarations: [owner, ...services] }));
    return { made: container.get(owner), instances: services.map((service) => container.get(service)) };
  };
}

type Inject = (token: unknown) => (target: undefined, context: ClassFieldDecoratorContext) => void;
type NewModule = (name: string, parts: object) => object;

/** Classes that need some of the earlier ones, declared in any order. */
function randomModules(inject: Inject, module: NewModule) {
  const classes: (new () => object)[] = [];
  const needs = new Map<string, string[]>();
  const count = 2 + Math.floor(Math.random() * 8);
  for (let i = 0; i < count; i++) {
    const needed = classes.filter(() => Math.random() < 0.4);
    classes.push(classNeeding(`Unit${i}`, needed, inject));
    needs.set(
      `Unit${i}`,
      needed.map(({ name }) => name),
    );
  }
  const shuffled = classes.toSorted(() => Math.random() - 0.5);
  return { root: module('Root', { declarations: shuffled }), needs };
}

/** A class with an injected field for each of the given ones. */
function classNeeding(name: string, needed: (new () => object)[], inject: Inject): new () => object {
  const made = Object.defineProperty(class {}, 'name', { value: name });
  for (const [index, token] of needed.entries()) need(made, `field${index}`, token, inject);
  return made;
}

function needing(name: string, token: new () => object, inject: Inject): new () => object {
  return classNeeding(name, [token], inject);
}

/** Two classes in each layer, each of which needs both classes of the layer below: 2, 4, 8, … ways lead to the lowest one. */
function layersOf(count: number, inject: Inject): (new () => object)[] {
  const layers: (new () => object)[][] = [];
  for (let i = 0; i < count; i++) {
    const below = layers.at(-1) ?? [];
    layers.push(['Left', 'Right'].map((side) => classNeeding(`${side}${i}`, below, inject)));
  }
  return layers.flat();
}

/** What the compiler does for `@inject(token) field`. */
function need(owner: object, field: string, token: unknown, inject: Inject): void {
  const holder = owner as { [Symbol.metadata]?: DecoratorMetadata };
  holder[Symbol.metadata] ??= Object.create(null) as DecoratorMetadata;
  const access = { set: (target: object, value: unknown) => void Object.assign(target, { [field]: value }) };
  inject(token)(undefined, { kind: 'field', name: field, metadata: holder[Symbol.metadata], access } as never);
}

/** Classes in a circle, and one outside of it that leads into it. */
function cycleOf(size: number, inject: Inject) {
  const letters = ['Alto', 'Bass', 'Cello', 'Drums'].slice(0, size);
  const classes = letters.map((name) => Object.defineProperty(class {}, 'name', { value: name }));
  for (const [index, owner] of classes.entries()) need(owner, 'next', classes[(index + 1) % size], inject);
  const outside = Object.defineProperty(class {}, 'name', { value: 'Manager' });
  need(outside, 'band', classes[0], inject);
  const paths = letters.map((first, index) => {
    const fields = [...letters.slice(index), ...letters.slice(0, index)].map((name) => `${name}.next`);
    return [...fields, first].join(' → ');
  });
  return { declarations: [outside, ...classes], paths, outside: 'Manager' };
}

/** A shop that injects an oven, and kitchens that declare one. All names are new. */
async function bakery(load: Load) {
  const { inject } = await load('framework/inject.ts');
  const { module } = await load('framework/module.ts');
  class Oven {}
  class Shop {
    @inject(Oven) oven!: Oven;
  }
  const names = { kitchen: `${random.word()}Kitchen`, shop: `${random.word()}Shop` };
  const declarations = [Oven];
  return {
    module,
    names,
    kitchen: {
      declarations,
      exporting: module(names.kitchen, { declarations, exports: [Oven] }),
      silent: module(names.kitchen, { declarations }),
    },
    shopWith: ({ imports = [], declarations: more = [] }: { imports?: unknown[]; declarations?: unknown[] }) =>
      module(names.shop, { imports, declarations: [Shop, ...more] }),
  };
}

async function errorOf(load: Load, root: object): Promise<Error | undefined> {
  const Planner = await plannerOf(load);
  try {
    new Planner(root);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Three services, each needing the one before, that take a moment to start and stop. */
async function services(load: Load, options: { failingStart?: string; failingStop?: string[] } = {}) {
  const { inject } = await load('framework/inject.ts');
  const { module } = await load('framework/module.ts');
  const { Container } = await load('framework/container.ts');
  const events: string[] = [];
  const { failingStart, failingStop = [] } = options;
  class Service {
    async onStart() {
      const { name } = this.constructor;
      events.push(`${name} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      if (name === failingStart) throw new Error('no flour');
      events.push(`${name} has started`);
    }
    async onStop() {
      const { name } = this.constructor;
      events.push(`${name} stops`);
      await new Promise((resolve) => setImmediate(resolve));
      if (failingStop.includes(name)) throw new Error('stuck');
      events.push(`${name} has stopped`);
    }
  }
  class Oven extends Service {}
  class Recipes extends Service {
    @inject(Oven) oven!: Oven;
  }
  class Shop extends Service {
    @inject(Recipes) recipes!: Recipes;
  }
  return { container: new Container(module('Bakery', { declarations: [Shop, Oven, Recipes] })), events };
}

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  return new Error('no error');
}

function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => new Error('no error'),
    (error: Error) => error,
  );
}

/** The message contains all of these. */
function says(error: Error, parts: (string | RegExp)[], cause: string | string[]): void {
  const missing = parts.filter((part) =>
    typeof part === 'string' ? !error.message.includes(part) : !part.test(error.message),
  );
  if (missing.length === 0) return;
  const problem = error.message === 'no error' ? 'No error was thrown.' : `The message is: ${error.message}`;
  fail(
    problem,
    `a message with ${parts.map((part) => (typeof part === 'string' ? `"${part}"` : String(part))).join(', ')}`,
    cause,
  );
}

function same(actual: unknown, expected: unknown, what: string, cause: string | string[]): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new CheckFailure({
    problem: `${what}: the value is different.`,
    received: JSON.stringify(actual) ?? String(actual),
    expected: JSON.stringify(expected),
    cause,
  });
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
