import { refuseUndefinedEntries } from '../hints/modules.ts';
import type { Class, Token } from './inject.ts';

/** Says what a token stands for: a class to build, a value, or a function that creates it. */
export interface Provider<T = unknown> {
  readonly token: Token<T>;
  readonly build?: Class<T>;
  readonly value?: T;
  readonly factory?: (...needed: never[]) => T;
  readonly inject?: readonly Token[];
}

/** A function that creates an instance, and the tokens whose instances it gets as arguments. */
export interface Factory<T, Needed extends readonly unknown[]> {
  factory: (...needed: NoInfer<Needed>) => T;
  inject?: { [Index in keyof Needed]: Token<Needed[Index]> };
}

/** A controller, a service, a middleware, or a provider for another token. */
export type Declaration = Class | Provider;

export interface Module {
  readonly name: string;
  readonly imports: readonly Module[];
  readonly exports: readonly (Token | Module)[];
  readonly declarations: readonly Declaration[];
}

/** Creates a module. A declaration is private unless the module exports it; then modules that import this one can inject it. */
export function module(name: string, parts: Partial<Omit<Module, 'name'>> = {}): Module {
  const { imports = [], exports = [], declarations = [] } = parts;
  refuseUndefinedEntries(name, { imports, exports, declarations });
  return { name, imports, exports, declarations };
}

/**
 * `provide(Mailer, SmtpMailer)` builds a class for a token, `provide(Clock, { value })` uses an existing object, and
 * `provide(Mailer, { inject: [Settings], factory: (settings) => … })` calls a function.
 */
export function provide<T, Needed extends readonly unknown[] | []>(
  token: Token<T>,
  by: Class<NoInfer<T>> | { value: NoInfer<T> } | Factory<NoInfer<T>, Needed>,
): Provider<T> {
  if (typeof by === 'function') return { token, build: by };
  if ('value' in by) return { token, value: by.value };
  refuseUndefinedEntries(`provide(${token.name})`, { inject: by.inject ?? [] });
  return { token, ...(by as Factory<T, never[]>) };
}

export function providerOf(declaration: Declaration): Provider {
  return typeof declaration === 'function' ? { token: declaration, build: declaration } : declaration;
}

export function isModule(value: Token | Module): value is Module {
  return typeof value === 'object' && 'declarations' in value;
}
