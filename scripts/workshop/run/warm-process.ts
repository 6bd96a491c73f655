import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';
import { frameworkVersion, loaderOptions } from './framework-bundle.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'preload.mjs')).href;
const waiting = join(import.meta.dirname, 'waiting.mjs');

let warm: { child: ChildProcess; framework: string } | undefined;

let isWanted = false;

/** Keeps a warm process ready from now on. For commands only: a test would leave the last one unused. */
export function useWarmProcesses(): void {
  isWanted = true;
  prepareWarmProcess();
}

/**
 * Starts a process that loads the TypeScript loader and the framework, and then waits for the program it should run.
 * Loading takes most of the startup time, so a program that finds a warm process starts quickly.
 */
export function prepareWarmProcess(): void {
  if (!isWanted || warm !== undefined) return;
  const framework = frameworkVersion();
  warm = { child: spawnWaiting(loaderOptions(framework)), framework };
  keepAlive(warm.child, false);
}

/** Starts a program in the warm process, or in a new one. */
export function startProgram(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = takeWarm() ?? spawnWaiting(loaderOptions());
  keepAlive(child, true);
  child.send({ type: 'run', file, env }, () => {});
  return child;
}

function takeWarm(): ChildProcess | undefined {
  if (warm === undefined) return undefined;
  const { child, framework } = warm;
  warm = undefined;
  if (child.connected && framework === frameworkVersion()) return child;
  child.kill('SIGKILL');
  return undefined;
}

function spawnWaiting(loader: string[]): ChildProcess {
  const child = spawn(process.execPath, [...loader, '--import', preload, waiting], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The program that gets this process reports the error: its process never says anything.
  child.on('error', () => {});
  return child;
}

/** An unused process must not keep the workshop's own process alive. It exits together with it. */
function keepAlive(child: ChildProcess, isKept: boolean): void {
  const method = isKept ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
  for (const stream of [child.stdout, child.stderr]) (stream as { ref?(): void; unref?(): void } | null)?.[method]?.();
}
