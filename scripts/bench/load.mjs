import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCore } from './server.mjs';

export const CONNECTIONS = 64;

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** What makes the load: wrk where it is installed, because it takes the least of the machine for itself. */
export const generator = hasWrk ? 'wrk' : 'autocannon';

/** Sends the same request over and over. Gives the number of answers, and how many of them had another status. */
export function load(url, work, seconds) {
  return hasWrk ? loadWithWrk(url, work, seconds) : loadWithAutocannon(url, work, seconds);
}

async function loadWithWrk(url, { path, method = 'GET', headers = {}, body = '', status }, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const script = join(folder, 'request.lua');
    const headerLines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
    writeFileSync(script, [`wrk.method = "${method}"`, `wrk.body = [[${body}]]`, ...headerLines].join('\n'));
    const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, url + path];
    const { stdout } = await promisify(execFile)(...onCore(1, 'wrk', args));
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
    const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
    return { requests, wrong: status < 400 ? refused : requests - refused };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function loadWithAutocannon(url, { path, method = 'GET', headers, body, status }, seconds) {
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url: url + path,
    method,
    headers,
    body,
    connections: CONNECTIONS,
    duration: seconds,
  });
  const requests = result.requests.total;
  return { requests, wrong: requests - (result.statusCodeStats[status]?.count ?? 0) };
}
