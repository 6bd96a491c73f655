/** What Node itself knows about its modules, written into the bundle when it is built: see `build.ts`. */
declare module 'node-at-build' {
  export const STATUS_CODES: Readonly<Record<number, string>>;
  export const METHODS: readonly string[];
  export const builtinModules: readonly string[];
}

/** Every module of Node: the stand-ins, without the functions that they lack. */
declare module 'node-modules' {
  export const nodeModules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The modules that the second script takes from the first: see `late-modules.ts`. */
declare module 'shared-modules' {
  export const sharedModules: Readonly<Record<string, () => Readonly<Record<string, unknown>>>>;
}

/** Test files of the framework: see `tables/tables.ts`. */
declare module 'framework-tables' {
  export const tables: Readonly<Record<string, () => Promise<unknown>>>;
}
