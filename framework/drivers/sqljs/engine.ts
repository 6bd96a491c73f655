import type { SqlJsStatic } from 'sql.js';

let engine: Promise<SqlJsStatic> | undefined;

/** SQLite as WebAssembly, loaded by the first database that starts: an application without one does not pay for it. */
export function sqljsEngine(): Promise<SqlJsStatic> {
  engine ??= load();
  return engine;
}

async function load(): Promise<SqlJsStatic> {
  const { default: initSqlJs } = await import('sql.js');
  const { TextDecoder } = globalThis;
  // sql.js reads text with the default decoder, which swallows a byte order mark at its beginning. It makes its decoder
  // before this call returns, so nobody else can see the exchange.
  globalThis.TextDecoder = class extends TextDecoder {
    constructor(encoding?: string) {
      super(encoding, { ignoreBOM: true });
    }
  };
  try {
    return initSqlJs();
  } finally {
    globalThis.TextDecoder = TextDecoder;
  }
}
