import type { SqlJsStatic } from 'sql.js';

let engine: Promise<SqlJsStatic> | undefined;

/** SQLite as WebAssembly. The first database that starts loads it, so an application without one doesn't pay for it. */
export function sqljsEngine(): Promise<SqlJsStatic> {
  engine ??= load();
  return engine;
}

async function load(): Promise<SqlJsStatic> {
  const { default: initSqlJs } = await import('sql.js');
  const { TextDecoder } = globalThis;
  // sql.js decodes strings with a default decoder, which drops a byte order mark at their start. It creates the decoder
  // before this call returns, so no other code can observe the replacement.
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
