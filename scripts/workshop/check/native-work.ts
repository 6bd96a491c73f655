/**
 * Counts what built-in functions do for a program: how many items of a collection, or characters of a string or a pattern, they may
 * go through. V8's own count sees only the program's blocks, so `names.indexOf(name)` would look as cheap among 2,000 as among 10.
 */
export class NativeWork {
  #items = 0;
  #restore: (() => void)[] = [];

  /** What was counted since the last call. Begins to count, if it hasn't. */
  take(): number {
    if (this.#restore.length === 0) this.#begin();
    const items = this.#items;
    this.#items = 0;
    return items;
  }

  end(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #begin(): void {
    const scans = [
      'indexOf',
      'lastIndexOf',
      'includes',
      'join',
      'concat',
      'slice',
      'reverse',
      'toReversed',
      'toSorted',
    ];
    for (const name of scans) this.#count(Array.prototype, name, (list: unknown[]) => list.length);
    for (const name of ['indexOf', 'lastIndexOf', 'includes', 'split', 'replaceAll'])
      this.#count(String.prototype, name, (text: string) => text.length);
    for (const name of ['keys', 'values', 'entries', 'assign'])
      this.#count(Object, name, (_: unknown, ...objects: object[]) => Object.keys(objects.at(-1) ?? {}).length);
    // Spreading and copying, too: they ask the iterator for each item.
    for (const collection of [[], new Map(), new Set()])
      this.#count(Object.getPrototypeOf(collection[Symbol.iterator]()), 'next', () => 1);
    this.#count(RegExp.prototype, 'exec', ({ source }: RegExp, text: unknown) => source.length + String(text).length);
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the function is called on, and with.
  #count(owner: any, name: string, sizeOf: (on: any, ...args: any[]) => number): void {
    const method = owner[name];
    if (typeof method !== 'function') return; // Node 20 lacks the newest ones.
    let isInside = false;
    const count = (on: unknown, args: unknown[]) => {
      if (isInside) return;
      isInside = true;
      this.#items += sizeOf(on, ...args);
      isInside = false;
    };
    const counted = function (this: unknown, ...args: unknown[]) {
      count(this, args);
      return Reflect.apply(method, this, args);
    };
    Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true });
    this.#restore.push(() => Object.defineProperty(owner, name, { value: method, configurable: true, writable: true }));
  }
}
