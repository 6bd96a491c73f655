import { builtinModules } from 'node-at-build';
import { entryAt } from '../machine/files.ts';
import { fileURLToPath } from '../node/url.ts';
import type { Position } from './compiled.ts';
import { registered } from './registry.ts';

/** The URL that an import means, by Node's rules and with Node's errors. */
export function resolveImport(specifier: string, from: string): string {
  const importer = from.startsWith('file:') ? fileURLToPath(from.split('?')[0]!) : from;
  if (registered(specifier) !== undefined) return specifier;
  if (builtinModules.includes(specifier)) return `node:${specifier}`;
  if (specifier.startsWith('data:')) return specifier;
  if (specifier.startsWith('node:'))
    throw coded(new TypeError(`No such built-in module: ${specifier}`), 'ERR_UNKNOWN_BUILTIN_MODULE');
  if (!/^(\.{0,2}\/|file:)/.test(specifier)) {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    if (specifier.startsWith('#'))
      throw coded(
        new TypeError(
          `Package import specifier "${specifier}" is not defined in package /trellis/package.json imported from ${importer}`,
        ),
        'ERR_PACKAGE_IMPORT_NOT_DEFINED',
      );
    throw coded(new Error(`Cannot find package '${name}' imported from ${importer}`), 'ERR_MODULE_NOT_FOUND');
  }
  const url = new URL(specifier, from);
  const file = fileURLToPath(url);
  if (registered(file) !== undefined) return file;
  const kind = entryAt(file)?.kind;
  if (kind === 'folder')
    throw coded(
      new Error(`Directory import '${file}' is not supported resolving ES modules imported from ${importer}`),
      'ERR_UNSUPPORTED_DIR_IMPORT',
    );
  if (kind === undefined)
    throw coded(new Error(`Cannot find module '${file}' imported from ${importer}`), 'ERR_MODULE_NOT_FOUND');
  return url.href;
}

/** Node shows its code in front of the message. */
function coded(error: Error, code: string): Error {
  const { name, message } = error;
  Object.assign(error, { code });
  Object.defineProperty(error, 'stack', { value: `${name} [${code}]: ${message}`, configurable: true, writable: true });
  return error;
}

export function missingExport(
  specifier: string,
  name: string,
  file: string,
  position: Position | undefined,
  lineOf: (file: string, line: number) => string,
): Error {
  const error = new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'`);
  const stack = `${error.name}: ${error.message}`;
  Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  if (position === undefined) return error;
  const { line, column } = position;
  return Object.assign(error, {
    thrownAt: `file://${file}:${line}\n${lineOf(file, line)}\n${' '.repeat(column - 1)}^\n`,
  });
}
