import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';
import { bundleOptions, frameworkVersion } from './framework-bundle.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'preload.mjs')).href;
const waiting = join(import.meta.dirname, 'waiting.mjs');

let spare: { child: ChildProcess; framework: string } | undefined;

let isWanted = false;

/** For commands, which somebody waits for. A test would only leave the last one behind. */
export function useSpares(): void {
  isWanted = true;
  prepareSpare();
}

/**
 * Starts a process that loads what every program needs, and then waits to be told which one it is. That is most of a
 * start, so a check, a save and a chapter that find a spare one are quick.
 */
export function prepareSpare(): void {
  if (!isWanted || spare !== undefined) return;
  const framework = frameworkVersion();
  spare = { child: spawnWaiting(loaderOptions(framework)), framework };
  holdOpen(spare.child, false);
}

/** Starts a program in the spare process, or in a new one. */
export function startProgram(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = env.NODE_OPTIONS ? spawnWithOptions(env.NODE_OPTIONS) : spawnUsual();
  holdOpen(child, true);
  child.send({ type: 'run', file, env }, () => {});
  return child;
}

/**
 * Node reads its options at the very start: a program that has some gets a process of its own, the loader for them, and
 * the framework's own files, which they may reach for.
 */
function spawnWithOptions(options: string): ChildProcess {
  return spawnWaiting(['--import', 'tsx'], options);
}

function spawnUsual(): ChildProcess {
  return takeSpare() ?? spawnWaiting(loaderOptions());
}

function takeSpare(): ChildProcess | undefined {
  if (spare === undefined) return undefined;
  const { child, framework } = spare;
  spare = undefined;
  if (child.connected && framework === frameworkVersion()) return child;
  child.kill('SIGKILL');
  return undefined;
}

/** Node's options for a program in TypeScript. */
export function loaderOptions(framework?: string): string[] {
  return ['--import', 'tsx', ...bundleOptions(framework)];
}

function spawnWaiting(loader: string[], options = ''): ChildProcess {
  const child = spawn(process.execPath, [...loader, '--import', preload, waiting], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: options },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Whoever takes it hears of it again: nothing will ever come out of it.
  child.on('error', () => {});
  return child;
}

/** A process that nobody has taken yet must not keep the workshop from ending. It ends with it. */
function holdOpen(child: ChildProcess, isHeld: boolean): void {
  const word = isHeld ? 'ref' : 'unref';
  child[word]();
  child.channel?.[word]();
  for (const stream of [child.stdout, child.stderr]) (stream as { ref?(): void; unref?(): void } | null)?.[word]?.();
}
