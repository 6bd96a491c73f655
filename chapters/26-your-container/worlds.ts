import { CheckFailure, type Load } from '#check';

/*
 * Random applications, in which the rules of visibility decide about every token in every module: by a field and by get(). The same
 * application is built twice: with different names, and with one name for all classes and one for all modules.
 */

type Service = new () => object;
type Token = abstract new () => object;
// biome-ignore lint/suspicious/noExplicitAny: what the learner's own files export.
type Learners = any;

interface Declared {
  readonly label: string;
  readonly kind: 'a class' | 'a provided class' | 'a provided value';
  readonly token: Token;
  readonly build?: Service;
  readonly value?: object;
}

interface Part {
  readonly label: string;
  readonly imports: readonly Part[];
  readonly declared: readonly Declared[];
  readonly exported: readonly Token[];
}

interface World {
  readonly parts: readonly Part[];
  readonly builtins: readonly Declared[];
  /** What can be asked for, and what it is. Some of these tokens stand for nothing. */
  readonly tokens: ReadonlyMap<Token, string>;
  readonly isSameName: boolean;
}

interface Framework {
  readonly inject: Learners;
  readonly module: Learners;
  readonly provide: Learners;
  readonly Container: Learners;
}

export async function examineWorlds(load: Load): Promise<void> {
  const { inject } = await load('framework/inject.ts');
  const { module, provide } = await load('framework/module.ts');
  const { Container } = await load('framework/container.ts');
  const framework: Framework = { inject, module, provide, Container };
  // The small ones first: the first that fails says most.
  for (const size of [1, 2, 3, 4, 5]) {
    for (let round = 0; round < 3; round++) {
      const world = randomWorld(size, framework);
      examineWorld(world, framework);
      for (const token of world.tokens.keys()) Object.defineProperty(token, 'name', { value: 'Config' });
      examineWorld({ ...world, isSameName: true }, framework);
    }
  }
}

function examineWorld(world: World, framework: Framework): void {
  const { inject, Container } = framework;
  const { root, modules, builtins } = modulesOf(world, framework);
  const container = attempt(() => new Container(root, builtins));
  if (container instanceof Error)
    fail(world, `A correct application is refused: ${container.message}`, 'no error', causeOfRefusal(world, container));
  const built: { unit: { module: unknown }; instance: object }[] = [...container.built()];
  for (const part of world.parts) {
    for (const declared of part.declared.filter(({ build }) => build)) {
      const found = built.filter(({ instance }) => instance.constructor === declared.build);
      if (found.length === 1 && found[0]!.unit.module === modules.get(part)) continue;
      fail(
        world,
        `built() has ${found.length} instances of ${declared.label}${found.length === 1 ? ', of another module' : ''}.`,
        `one, of the module ${part.label}`,
        namesOr(world, 'a declaration is left out, or built twice.'),
      );
    }
  }
  for (const part of world.parts) {
    for (const [token, label] of world.tokens) {
      const wanted = visible(world, part, token);
      const got = attempt(() => container.get(token, modules.get(part)));
      class Probe {
        @inject(token) readonly probed: unknown;
      }
      const probing = modulesOf(world, framework, { part, Probe });
      const probed = attempt(
        () => new Container(probing.root, probing.builtins).get(Probe, probing.modules.get(part)).probed,
      );
      for (const [way, other, value] of [
        ['A field', 'get()', probed],
        ['get()', 'a field', got],
      ] as const) {
        if (isInstance(value, wanted)) continue;
        const isOnlyGet = way === 'get()';
        const expected = wanted === undefined ? 'an error' : `the instance of ${wanted.label}`;
        const received =
          value instanceof Error ? `an error: ${value.message}` : `an instance of ${nameIn(world, value)}`;
        const cause = isOnlyGet
          ? `get() does not follow the rules of a field: ${other} of the same module gets it right.`
          : causeOf(world, wanted, value);
        fail(world, `${way} in the module ${part.label} asks for ${label}, and gets ${received}.`, expected, cause);
      }
    }
  }
}

function causeOf(world: World, wanted: Declared | undefined, value: unknown): string | string[] {
  if (world.isSameName) return namesOr(world, '');
  if (wanted === undefined)
    return [
      'something that is not exported is visible, or the exports of an import of an import.',
      'a token is compared with the class behind provide(), or with its subclasses. It stands for what was declared with this very token.',
    ];
  if (value instanceof Error) return ['not every import is looked at.', 'a module that two others import is refused.'];
  return 'the order is different: what the module declares comes first, then what its imports export, then the built-in services.';
}

/** Different names have passed before. */
function namesOr({ isSameName }: World, cause: string): string {
  return isSameName ? 'classes or modules are compared by their names. Compare the objects themselves.' : cause;
}

function causeOfRefusal(world: World, { message }: Error): string | string[] {
  if (world.isSameName) return namesOr(world, '');
  const isShared = world.parts.some((part) => world.parts.filter(({ imports }) => imports.includes(part)).length > 1);
  if (isShared && /twice|declare/.test(message))
    return 'a module that two others import is gone through twice, so all it declares seems to be declared twice.';
  return ['not every import is looked at.', 'provide() is treated differently from a class.'];
}

/** By the rules of the chapter: what the module declares, what its imports export, what is built in. */
function visible({ builtins }: World, part: Part, token: Token): Declared | undefined {
  const home = [part, ...part.imports.filter(({ exported }) => exported.includes(token))];
  return [...home.flatMap(({ declared }) => declared), ...builtins].find((declared) => declared.token === token);
}

function isInstance(value: unknown, wanted: Declared | undefined): boolean {
  if (wanted === undefined || value instanceof Error) return wanted === undefined && value instanceof Error;
  return wanted.build === undefined
    ? value === wanted.value
    : (value as object | undefined)?.constructor === wanted.build;
}

function nameIn({ parts, builtins }: World, value: unknown): string {
  const all = [...parts.flatMap(({ declared }) => declared), ...builtins];
  return all.find((declared) => isInstance(value, declared))?.label ?? String(value);
}

function fail(world: World, problem: string, expected: string, cause: string | string[]): never {
  const modules = world.parts.map(({ label, imports, declared, exported }) => {
    const lists = [
      imports.length > 0 ? `imports ${imports.map((part) => part.label).join(', ')}` : '',
      `declares ${declared.map((each) => `${each.label} (${each.kind})`).join(', ')}`,
      exported.length > 0 ? `exports ${exported.map((token) => world.tokens.get(token)).join(', ')}` : '',
    ];
    return `${label} ${lists.filter((list) => list !== '').join('; ')}`;
  });
  throw new CheckFailure({
    problem,
    received: [
      `The application: ${modules.join('. ')}. Log and Clock are built in.`,
      ...(world.isSameName ? ['Here, the name of every class is Config, and that of every module ConfigModule.'] : []),
    ].join(' '),
    expected,
    cause,
  });
}

function modulesOf(
  { parts, builtins, isSameName }: World,
  { module, provide }: Framework,
  probe?: { part: Part; Probe: Service },
) {
  const declaration = ({ token, build, value }: Declared) =>
    build === undefined ? provide(token, { value }) : build === token ? build : provide(token, build);
  const modules = new Map<Part, object>();
  for (const part of parts) {
    const declarations: unknown[] = part.declared.map(declaration);
    if (probe?.part === part) declarations.unshift(probe.Probe);
    modules.set(
      part,
      module(isSameName ? 'ConfigModule' : part.label, {
        imports: part.imports.map((imported) => modules.get(imported)),
        exports: part.exported,
        declarations,
      }),
    );
  }
  return {
    root: modules.get(parts.at(-1)!),
    modules,
    builtins: builtins.map(({ token, build }) => provide(token, build)),
  };
}

/** The last module is the root, and leads to all others. What is declared needs things that were declared before. */
function randomWorld(size: number, { inject }: Framework): World {
  const tokens = new Map<Token, string>();
  const add = <T extends Token>(made: T, label: string, what = label): T => {
    tokens.set(made, what);
    return Object.defineProperty(made, 'name', { value: label });
  };
  const Clock = add(class {}, 'Clock');
  const Log = add(
    class {
      @inject(Clock) readonly clock: unknown;
    },
    'Log',
  );
  add(class {}, 'Nobody', 'Nobody (which nobody declares)');
  const builtins = [Log, Clock].map(
    (made): Declared => ({
      label: `the built-in ${tokens.get(made)}`,
      kind: 'a provided class',
      token: made,
      build: made,
    }),
  );
  const parts: Part[] = [];
  const world: World = { parts, builtins, tokens, isSameName: false };
  const replacing = Math.floor(Math.random() * size * 2);
  for (let index = 0; index < size; index++) {
    const label = `Module${index + 1}`;
    const isRoot = index === size - 1;
    const imports = shuffled(
      parts.filter((part) => maybe(0.6) || (isRoot && !parts.some((other) => other.imports.includes(part)))),
    );
    const declared: Declared[] = [];
    const part: Part = { label, imports, declared, exported: [] };
    for (const kind of shuffled(['a class', 'a provided class', 'a provided value'] as const).slice(
      0,
      maybe(0.5) ? 1 : 2,
    )) {
      const name = `${['Bread', 'Cake', 'Roll', 'Tart', 'Pie'][index]}${declared.length + 1}`;
      declared.push(declaredAs(kind, name));
    }
    if (replacing === index) {
      const value = {};
      declared.push({ label: `another Log, of ${label}`, kind: 'a provided value', token: Log, value });
    }
    parts.push({ ...part, exported: declared.map(({ token }) => token).filter(() => maybe(0.6)) });

    function declaredAs(kind: Declared['kind'], name: string): Declared {
      if (kind === 'a class') {
        const Parent = add(class {}, `${name}Parent`, `${name}Parent (which ${name} extends, and nobody declares)`);
        const made = add(needing(Parent), name);
        return { label: name, kind, token: made, build: made };
      }
      abstract class Abstract {}
      const token = add(Abstract, name);
      if (kind === 'a provided value') return { label: name, kind, token, value: {} };
      const Built = add(
        needing(token as Service),
        `${name}Built`,
        `${name}Built (which only provide(${name}, ${name}Built) names)`,
      );
      return { label: name, kind, token, build: Built };
    }

    function needing(Parent: Service): Service {
      const [first = Clock, second = Clock] = shuffled(
        [...tokens.keys()].filter((token) => token !== Parent && visible(world, part, token)),
      );
      return class extends Parent {
        @inject(first) readonly first: unknown;
        @inject(second) readonly second: unknown;
      };
    }
  }
  return world;
}

function attempt(work: () => Learners): Learners {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function maybe(probability: number): boolean {
  return Math.random() < probability;
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
