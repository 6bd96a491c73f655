/** Never run: the compiler is the test. If a marked line compiles, `npm run typecheck` fails. */
import { inject, token } from './inject.ts';
import { module, provide } from './module.ts';

class Animal {
  readonly name: string = 'animal';
}
class Dog extends Animal {
  bark(): string {
    return 'woof';
  }
}
abstract class Store {
  abstract read(): string;
}
class FileStore extends Store {
  read(): string {
    return '';
  }
  close(): void {}
}
class NeedsArguments {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}
const Limit = token<number>('Limit');
const Send = token<(text: string) => void>('Send');

/** Valid uses: a class, a parent class, an abstract class, a named token, a function that returns one of them. */
export class Fitting {
  @inject(Dog) dog!: Dog;
  @inject(Dog) animal!: Animal;
  @inject(Dog) anything!: unknown;
  @inject(Store) private readonly store!: Store;
  @inject(Store) protected readonly protectedStore!: Store;
  @inject(Store) readonly #hidden!: Store;
  @inject(Limit) limit!: number;
  @inject(Send) send!: (text: string) => void;
  @inject(() => Dog) later!: Dog;
  @inject(() => Store) storeLater!: Store;
  @inject(() => Limit) limitLater!: number;
  @inject(NeedsArguments) provided!: NeedsArguments;
  @inject(Dog) optional?: Dog;
  all() {
    return [this.store, this.#hidden];
  }
}

/** A field type that does not fit its token. */
export class NotFitting {
  // @ts-expect-error a parent is not assignable to its child
  @inject(Animal) dog!: Dog;
  // @ts-expect-error another class
  @inject(Dog) store!: Store;
  // @ts-expect-error an abstract class is not one of its children
  @inject(Store) file!: FileStore;
  // @ts-expect-error the type of a named token counts
  @inject(Limit) text!: string;
  // @ts-expect-error in private fields too
  @inject(Dog) private readonly hidden!: Store;
  // @ts-expect-error and in #private ones
  @inject(Dog) readonly #hidden!: Store;
  // @ts-expect-error and through a function
  @inject(() => Animal) later!: Dog;
  // @ts-expect-error the class itself is not its instance
  @inject(Dog) constructor_!: typeof Dog;
  all() {
    return [this.hidden, this.#hidden];
  }
}

/** Places where nothing can be injected. */
export class WrongPlace {
  // @ts-expect-error the container fills instances, not classes
  @inject(Dog) static dog: Dog;
  // @ts-expect-error a method isn't a field
  @inject(Dog) method(): Dog {
    return new Dog();
  }
  // @ts-expect-error a getter isn't a field
  @inject(Dog) get getter(): Dog {
    return new Dog();
  }
  // @ts-expect-error an accessor isn't a field
  @inject(Dog) accessor accessor!: Dog;
}

// @ts-expect-error a class isn't a field
@inject(Dog)
export class NoField {}

export class WrongToken {
  // @ts-expect-error a string isn't a token
  @inject('Dog') dog!: Dog;
  // @ts-expect-error an instance isn't a token
  @inject(new FileStore()) store!: FileStore;
  // @ts-expect-error the call is missing its token
  @inject() nothing!: Dog;
  // @ts-expect-error the parentheses are missing altogether
  @inject bare!: Dog;
}

export const providers = [
  provide(Animal, Dog),
  provide(Store, FileStore),
  provide(Limit, { value: 3 }),
  provide(Store, { value: new FileStore() }),
  provide(NeedsArguments, { value: new NeedsArguments('a') }),
  // @ts-expect-error a parent can't replace its child
  provide(Dog, Animal),
  // @ts-expect-error another class
  provide(Store, Dog),
  // @ts-expect-error nothing can be built from an abstract class
  provide(Store, Store),
  // @ts-expect-error the container passes no arguments
  provide(NeedsArguments, NeedsArguments),
  // @ts-expect-error the value must have the type of the token
  provide(Limit, { value: '3' }),
  // @ts-expect-error a bare value isn't a provider
  provide(Limit, 3),
  // @ts-expect-error a value of the parent's type
  provide(Dog, { value: new Animal() }),
];

export const modules = [
  module('Empty'),
  module('Fitting', { declarations: [Dog, provide(Store, FileStore)], exports: [Dog, Store] }),
  // @ts-expect-error an abstract class needs provide()
  module('Abstract', { declarations: [Store] }),
  // @ts-expect-error a class with arguments needs provide()
  module('Arguments', { declarations: [NeedsArguments] }),
  // @ts-expect-error an instance needs provide()
  module('Instance', { declarations: [new Dog()] }),
  // @ts-expect-error only modules are imported
  module('Imports', { imports: [Dog] }),
  // @ts-expect-error a list that does not exist
  module('Providers', { providers: [Dog] }),
];
