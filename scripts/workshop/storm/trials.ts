import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../check/program.ts';
import { RawClient } from './raw-client.ts';

/** What a trial may use. Every trial has a program of its own: one that was knocked out must not spoil the next. */
export interface Victim {
  readonly url: string;
  readonly port: number;
  readonly program: Program;
}

export interface Trial {
  readonly name: string;
  /** The step of chapter 15 that mends a loss. */
  readonly step: number;
  /** Gives what went wrong, or undefined where the program survived. */
  attack(victim: Victim): Promise<string | undefined>;
}

const login = JSON.stringify({ email: 'nobody@example.com', password: 'a wild guess' });

/** What the open internet does to a server on its first day. Bounded in number and time, and only on this machine. */
export const trials: readonly Trial[] = [
  {
    name: 'malformed request lines and targets',
    step: 6,
    async attack({ port, url }) {
      const targets = ['/%ZZ', '/%', '*', '/%E0%A4%A', 'no-slash', '/a b'];
      for (const target of targets) {
        const client = new RawClient(port);
        client.send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        const status = await client.status(5_000);
        client.vanish();
        if (status !== 400) return `GET ${target} was answered with ${status || 'nothing'} instead of 400.`;
      }
      return stillServes(url);
    },
  },
  {
    name: 'a hundred clients that vanish in the middle of their request',
    step: 6,
    async attack({ port, url }) {
      for (let count = 0; count < 100; count++) {
        const client = new RawClient(port);
        client.send('POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"email":');
        await wait(1);
        client.vanish();
      }
      return stillServes(url);
    },
  },
  {
    name: 'two hundred requests at once',
    step: 6,
    async attack({ url }) {
      const requests = Array.from({ length: 200 }, () =>
        fetch(`${url}/posts`, { signal: AbortSignal.timeout(15_000) }),
      );
      const answers = await Promise.allSettled(requests);
      const lost = answers.filter((answer) => answer.status === 'rejected' || answer.value.status !== 200).length;
      return lost === 0 ? undefined : `${lost} of 200 requests for /posts were not answered with 200.`;
    },
  },
  {
    name: 'JSON that is far too large',
    step: 6,
    async attack({ url }) {
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'x'.repeat(200 * 1024) });
      const status = await statusOf(`${url}/auth/login`, body);
      return status === 413
        ? undefined
        : `A login of 200 KiB was answered with ${status} instead of 413: all of it was read.`;
    },
  },
  {
    name: 'twenty bodies that drip in, a byte a second',
    step: 6,
    async attack({ port, url }) {
      const clients = Array.from({ length: 20 }, () => new RawClient(port));
      for (const client of clients) {
        client.send('POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{');
      }
      const dripping = setInterval(() => {
        for (const client of clients) client.send(' ');
      }, 1_000);
      const statuses = await Promise.all(clients.map((client) => client.status(15_000)));
      clearInterval(dripping);
      for (const client of clients) client.vanish();
      const held = statuses.filter((status) => status !== 408).length;
      if (held > 0)
        return `${held} of 20 connections were still held after 15 seconds. Nobody ends them before half a minute is over.`;
      return stillServes(url);
    },
  },
  {
    name: 'thirty guesses at one password',
    step: 2,
    async attack({ url }) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 30; guess++) statuses.push(await statusOf(`${url}/auth/login`, login));
      const free = statuses.filter((status) => status !== 429).length;
      return free <= 5 ? undefined : `${free} of 30 guesses within a minute were let through.`;
    },
  },
  {
    name: 'a guess that somebody should hear of',
    step: 3,
    async attack({ url, program }) {
      await statusOf(`${url}/auth/login`, login);
      await program.stop();
      if (program.output.includes('a wild guess')) return 'The password stands in the log.';
      const told = program.output.split('\n').some((line) => /"level":"warn"/.test(line) && /\/auth\/login/.test(line));
      return told ? undefined : 'The log does not say that somebody tried to log in and failed.';
    },
  },
  {
    name: 'a browser that guesses what an answer is',
    step: 4,
    async attack({ url }) {
      const { headers } = await fetch(`${url}/no/such/path`);
      const missing = ['x-content-type-options', 'content-security-policy', 'referrer-policy'].filter(
        (name) => !headers.has(name),
      );
      return missing.length === 0 ? undefined : `Answers lack the headers ${missing.join(', ')}.`;
    },
  },
  {
    name: 'the order to stop, in the middle of a request',
    step: 6,
    async attack({ port, program }) {
      const client = new RawClient(port);
      client.send(
        `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${login.length}\r\n\r\n${login.slice(0, 10)}`,
      );
      // Half of it is on the way; another request that is answered shows that the first has arrived.
      await fetch(`http://127.0.0.1:${port}/posts`);
      const stopped = program.stop(12_000);
      await wait(50);
      client.send(login.slice(10));
      const status = await client.status(12_000);
      await stopped;
      const code = await program.exited();
      if (status === 0) return 'The request that was under way got no answer.';
      return code === 0 ? undefined : `The program ended with the code ${code} instead of 0.`;
    },
  },
];

async function statusOf(url: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  try {
    return (await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(15_000) })).status;
  } catch {
    return 0;
  }
}

async function stillServes(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${url}/posts`, { signal: AbortSignal.timeout(5_000) });
    return status === 200 ? undefined : `Afterwards GET /posts was answered with ${status}.`;
  } catch (error) {
    return `Afterwards nothing was served any more: ${(error as Error).message}.`;
  }
}
