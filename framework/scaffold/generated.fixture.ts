import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Template } from './manifest.ts';

/** A request to a new project and the response to it, however the project got its dependencies. */
export const firstResponses: Record<Exclude<Template, 'cli'>, { path: string; body: RegExp }> = {
  api: { path: '/hello/Ada', body: /^\{"message":"Hello Ada"\}$/ },
  web: { path: '/hello?name=Ada', body: /<h1>Hello Ada<\/h1>/ },
};

/** The line that `node:test` prints into a pipe when this many tests have passed: TAP up to Node 22, spec from 24 on. */
export function passed(count: number): RegExp {
  return new RegExp(`^[#ℹ] pass ${count}$`, 'm');
}

/** The arguments of `npm start`, for a test that starts the program without npm in between. */
async function startArguments(project: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const [node, ...args] = scripts.start.split(' ');
  assert.equal(node, 'node');
  return args;
}

/** Starts the server of a project on a free port, sends one request, stops it, and returns the response body. */
export async function askOnce(project: string, path: string): Promise<string> {
  const server = spawn(process.execPath, await startArguments(project), {
    cwd: project,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  try {
    const response = await fetch((await addressOf(server)) + path);
    assert.equal(response.status, 200);
    return await response.text();
  } finally {
    server.kill('SIGTERM');
    const [code, signal] = await exited;
    // Windows has no signals: kill() ends the process at once.
    if (process.platform !== 'win32') assert.deepEqual({ code, signal }, { code: 0, signal: null });
  }
}

/** Waits for the line with the address. Rejects with the output of the server if it exits first. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stderr!.on('data', (chunk) => {
      text += chunk;
      const [, url] = /Listening on (http:\/\/[^"\s]+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.once('exit', () => reject(new Error(`The server exited before it listened:\n${text}`)));
  });
}
