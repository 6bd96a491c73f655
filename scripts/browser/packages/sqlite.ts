import { hold } from '../machine/handles.ts';
import { required } from '../modules/registry.ts';

/* sql.js would fetch its WebAssembly from a file next to the page. Here the page has compiled it, once for all workers. */

let compiled: WebAssembly.Module | undefined;

export function setSqlite(module: WebAssembly.Module): void {
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
  const start = required('sql.js') as (config: object) => Promise<unknown>;
  return start({ ...config, instantiateWasm }).finally(release);
}

export default initSqlJs;
