import type { Class, Token } from './inject.ts';

/** What a token stands for: a class to build, or a value that exists already. */
export interface Provider<T = unknown> {
  readonly token: Token<T>;
  readonly build?: Class<T>;
  readonly value?: T;
}

export interface Module {
  readonly name: string;
  readonly imports: readonly Module[];
  readonly exports: readonly Token[];
  readonly declarations: readonly (Class | Provider)[];
}

/** Creates a module. What it declares is private, unless it exports it to the modules that import it. */
export function module(name: string, parts: Partial<Omit<Module, 'name'>> = {}): Module {
  const { imports = [], exports = [], declarations = [] } = parts;
  for (const [list, entries] of Object.entries({ imports, exports, declarations })) {
    const missing = (entries as readonly unknown[]).indexOf(undefined);
    if (missing < 0) continue;
    throw new TypeError(
      `${name}.${list}[${missing}] is undefined, most likely because two files import each other. Move what both need into a third file.`,
    );
  }
  return { name, imports, exports, declarations };
}

/** `provide(Mailer, SmtpMailer)` builds a class for a token, `provide(Clock, { value: clock })` uses an existing object. */
export function provide<T>(token: Token<T>, by: Class<NoInfer<T>> | { value: NoInfer<T> }): Provider<T> {
  return typeof by === 'function' ? { token, build: by } : { token, value: by.value };
}

/** The provider of a declaration. A class provides itself. */
export function providerOf(declaration: Class | Provider): Provider {
  return typeof declaration === 'function' ? { token: declaration, build: declaration } : declaration;
}
