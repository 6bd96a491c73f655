import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Template } from './manifest.ts';

/** A request to a new project and the response to it, however the project got its dependencies. */
export const firstResponses: Record<Exclude<Template, 'cli'>, { path: string; body: RegExp }> = {
  api: { path: '/hello/Ada', body: /^\{"message":"Hello Ada"\}$/ },
  web: { path: '/hello?name=Ada', body: /<h1>Hello Ada<\/h1>/ },
};

/** The number of tests in a new project of each template. */
export const testsInProject: Record<Template, number> = { api: 3, web: 5, cli: 3 };

/** The line that `node:test` prints into a pipe when this many tests have passed: TAP up to Node 22, spec from 24 on. */
export function passed(count: number): RegExp {
  return new RegExp(`^[#ℹ] pass ${count}$`, 'm');
}

/** Runs `npm start` of a built project on a free port, sends one request, stops it, and returns the response body. */
export async function askOnce(project: string, path: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const server = await runScript(project, 'start', environment);
  const body = await server.fetch(path);
  const outcome = await server.stop();
  // Windows has no signals: kill() ends the process at once.
  if (process.platform !== 'win32') assert.deepEqual(outcome, { code: 0, signal: null });
  return body;
}

/** A server that a script of `package.json` runs. */
export interface ServerScript {
  /** Waits until the server listens, for the first time or after a restart. */
  listening(): Promise<void>;
  /** Waits for the first start, sends a request and returns the body of the response. Stops the server on failure. */
  fetch(path: string): Promise<string>;
  stop(): Promise<{ code: number | null; signal: string | null }>;
}

/** Runs a script without npm in between, which would not pass signals on everywhere. */
export async function runScript(
  project: string,
  script: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerScript> {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const [program, ...args] = scripts[script].split(' ');
  const tsx = () => createRequire(join(project, 'package.json')).resolve('tsx/cli');
  assert.ok(program === 'node' || program === 'tsx', `${script} runs ${program}`);
  const server = spawn(process.execPath, program === 'tsx' ? [tsx(), ...args] : args, {
    cwd: project,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const addresses = addressesOf(server);
  let url: string | undefined;
  const listening = async () => {
    const { value, done } = await addresses.next();
    if (done) throw new Error(`npm run ${script} exited before the server listened:\n${value}`);
    url = value;
  };
  const stop = async () => {
    server.kill('SIGTERM');
    const [code, signal] = await exited;
    return { code, signal };
  };
  return {
    listening,
    stop,
    async fetch(path) {
      try {
        if (url === undefined) await listening();
        const response = await fetch(url + path);
        assert.equal(response.status, 200);
        return await response.text();
      } catch (error) {
        await stop();
        throw error;
      }
    },
  };
}

/** Every address that the server announces; at its end, everything it has printed. */
async function* addressesOf(server: ChildProcess): AsyncGenerator<string, string> {
  let output = '';
  for await (const line of createInterface({ input: server.stderr! })) {
    output += `${line}\n`;
    const [, url] = /Listening on (http:\/\/[^"\s]+)/.exec(line) ?? [];
    if (url !== undefined) yield url;
  }
  return output;
}

/** Saves a file the way vim and JetBrains editors do: into a new file, which is then renamed over the old one. */
export async function saveByRename(file: string, text: string): Promise<void> {
  await writeFile(`${file}~`, text);
  await rename(`${file}~`, file);
}
