import '../install.ts';
import { setParser } from './http/parser.ts';
import { playScenarios } from './http.scenarios.ts';

declare function postMessage(message: unknown): void;
declare function addEventListener(type: 'message', listener: (event: { data: WebAssembly.Module }) => void): void;

addEventListener('message', async ({ data }) => {
  setParser(data);
  postMessage(await playScenarios());
});
