import { refuseUndefinedEntries } from '../hints/modules.ts';
import type { Class, Token } from './inject.ts';

/** Says what a token stands for: a class to build, or a value. */
export interface Provider<T = unknown> {
  readonly token: Token<T>;
  readonly build?: Class<T>;
  readonly value?: T;
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

/** `provide(Mailer, SmtpMailer)` builds a class for a token; `provide(Clock, { value })` uses an existing object. */
export function provide<T>(token: Token<T>, by: Class<NoInfer<T>> | { value: NoInfer<T> }): Provider<T> {
  return typeof by === 'function' ? { token, build: by } : { token, value: by.value };
}

export function providerOf(declaration: Declaration): Provider {
  return typeof declaration === 'function' ? { token: declaration, build: declaration } : declaration;
}

export function isModule(value: Token | Module): value is Module {
  return typeof value === 'object' && 'declarations' in value;
}
