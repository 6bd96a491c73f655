// By its file, because `sql.js` means this one.
import start from 'sql.js/dist/sql-wasm.js';
import { hold } from '../machine/handles.ts';

/* sql.js would fetch its WebAssembly from a file next to the page. Here the page has compiled it, once for all workers. */

let compiled: WebAssembly.Module | undefined;

export function setSqlite(module: WebAssembly.Module | undefined): void {
  compiled = module;
}

type Ready = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

function initSqlJs(config: object = {}): Promise<unknown> {
  const release = hold();
  const instantiateWasm = (imports: WebAssembly.Imports, ready: Ready) => {
    if (compiled === undefined) throw new Error('SQLite has not been loaded.');
    void WebAssembly.instantiate(compiled, imports).then((instance) => ready(instance, compiled!));
    return {};
  };
  return (start as (config: object) => Promise<unknown>)({ ...config, instantiateWasm }).finally(release);
}

export default initSqlJs;
