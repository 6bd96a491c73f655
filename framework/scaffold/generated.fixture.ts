import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Template } from './manifest.ts';

/** What a new project of each kind must do, whichever way it got its dependencies. */
export const firstAnswers: Record<Exclude<Template, 'cli'>, { path: string; answer: RegExp }> = {
  api: { path: '/hello/Ada', answer: /^\{"message":"Hello Ada"\}$/ },
  web: { path: '/hello?name=Ada', answer: /<h1>Hello Ada<\/h1>/ },
};

/** What `node:test` prints into a pipe when so many tests have passed: as TAP up to Node 22, for people from 24 on. */
export function passed(count: number): RegExp {
  return new RegExp(`^[#ℹ] pass ${count}$`, 'm');
}

/** What is typed for `npm start`, so that it can be started without npm in between. */
async function startArguments(project: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const [node, ...args] = scripts.start.split(' ');
  assert.equal(node, 'node');
  return args;
}

/** Starts the server of a project on a free port, asks it once, stops it, and gives what it answered. */
export async function askOnce(project: string, path: string): Promise<string> {
  const server = spawn(process.execPath, await startArguments(project), {
    cwd: project,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  try {
    const answer = await fetch((await addressOf(server)) + path);
    assert.equal(answer.status, 200);
    return await answer.text();
  } finally {
    server.kill('SIGTERM');
    const [code, signal] = await exited;
    // Windows has no signals: there, killing is killing.
    if (process.platform !== 'win32') assert.deepEqual({ code, signal }, { code: 0, signal: null });
  }
}

/** Waits for the line that tells where the server listens; fails with everything it said when it ends before. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stderr!.on('data', (chunk) => {
      text += chunk;
      const [, url] = /Listening on (http:\/\/[^"\s]+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.once('exit', () => reject(new Error(`The server ended before it listened:\n${text}`)));
  });
}
