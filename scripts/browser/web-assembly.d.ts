/* The part of WebAssembly's API that the workers use. Its types come with those of a browser, which the repository doesn't load. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;

  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }

  const Memory: new (size: { initial: number; maximum: number; shared: boolean }) => Memory;
  /** Compiled. */
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }

  const Instance: new (module: Module, imports?: Imports) => Instance;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}
