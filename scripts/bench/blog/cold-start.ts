import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { nextFree } from '../../workshop/ports.ts';
import { type Name, PROGRAMS } from './build.ts';
import { posts } from './servers/shared/seed.ts';

const bench = `${import.meta.dirname}/..`;
const MOST_MS = 60_000;

/** Milliseconds from the start of the process to its first complete response, which needs the database. */
export async function coldStart(name: Name, env: Record<string, string>): Promise<number> {
  const port = await nextFree(4_900);
  const started = performance.now();
  const child = spawn(process.execPath, [PROGRAMS[name]], {
    cwd: bench,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  try {
    while ((await statusOf(port)) !== 200) {
      if (child.exitCode !== null || performance.now() - started > MOST_MS) throw new Error(`${name} did not start.`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return performance.now() - started;
  } finally {
    const gone = once(child, 'exit');
    if (child.kill('SIGKILL')) await gone;
  }
}

/** Undefined while nothing listens. */
function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: `/posts/${posts[0]!.id}`, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', () => resolve(undefined));
  });
}
