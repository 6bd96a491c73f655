/** The path parameters of a request, decoded. */
export type Params = Readonly<Record<string, string>>;

/** Without a prototype, so that a parameter called "constructor" is absent unless the route has it. */
export const noParams: Params = Object.freeze(Object.create(null));
