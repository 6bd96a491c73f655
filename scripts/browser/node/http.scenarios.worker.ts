import '../install.ts';
import { playScenarios } from './http.scenarios.ts';

declare function postMessage(message: unknown): void;

postMessage(await playScenarios());
