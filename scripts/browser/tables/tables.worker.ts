import '../install.ts';
import { tables } from 'framework-tables';
import { mkdirSync } from '../node/fs.ts';
import { setParser } from '../node/http/parser.ts';
import { type Result, runPlanned } from './node-test.ts';

/* Runs a test file of the framework in a worker, on the stand-ins. */

interface Order {
  readonly parser: WebAssembly.Module;
  readonly file: string;
}

declare function postMessage(results: Result[]): void;
declare function addEventListener(type: 'message', listener: (event: { data: Order }) => void): void;

addEventListener('message', async ({ data: { parser, file } }) => {
  // Messages of the machine have a type.
  if (parser === undefined) return;
  setParser(parser);
  mkdirSync('/tmp', { recursive: true });
  await tables[file]!();
  postMessage(await runPlanned());
});
