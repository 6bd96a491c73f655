import { setTimeout as delay } from 'node:timers/promises';
import { requestHistograms, together } from './observe/histograms.ts';
import { errorRatio, quantile, requestRate, slowestRoute } from './observe/questions.ts';
import { increases, parseScrape } from './observe/scrape.ts';

// Sends a small load to a running blog for some seconds, and asks its metrics what happened.
const url = process.env.BLOG_URL || 'http://localhost:3000';
const seconds = Number(process.argv[2] ?? 10);
const authorization = `Bearer ${process.env.METRICS_TOKEN ?? ''}`;

async function scrape() {
  const response = await fetch(`${url}/metrics`, { headers: { authorization } });
  if (!response.ok)
    throw new Error(`GET /metrics responded with ${response.status}. Is METRICS_TOKEN the same as the program's?`);
  return parseScrape(await response.text());
}

/** Readers, somebody with a wrong link, and somebody who logs in. */
async function visit(path: string, pause: number, until: number, init?: RequestInit): Promise<void> {
  while (Date.now() < until) {
    await fetch(url + path, init).then((response) => response.text());
    await delay(pause);
  }
}

const before = await scrape();
const until = Date.now() + seconds * 1_000;
const json = { 'Content-Type': 'application/json' };
const body = JSON.stringify({ email: 'nobody@example.com', password: 'leeks and potatoes' });
await Promise.all([
  ...Array.from({ length: 5 }, () => visit('/posts', 20, until)),
  visit('/posts/no-such-post', 50, until),
  visit('/wp-login.php', 100, until),
  visit('/auth/login', 500, until, { method: 'POST', headers: json, body }),
]);
const after = await scrape();

const histograms = requestHistograms(before, after);
const all = together(histograms);
const [sum = 0, count = 0] = ['sum', 'count'].map((part) =>
  increases(before, after, `http_request_duration_seconds_${part}`).reduce((total, { value }) => total + value, 0),
);
const milliseconds = (value: number) => `${(value * 1_000).toFixed(1)} ms`;
console.log(`requests       ${requestRate(before, after, seconds).toFixed(1)} per second`);
console.log(`errors         ${(errorRatio(before, after) * 100).toFixed(1)} %`);
console.log(`duration       ${milliseconds(sum / count)} on average`);
for (const q of [0.5, 0.9, 0.99]) console.log(`               ${milliseconds(quantile(q, all))} at p${q * 100}`);
console.log(`slowest route  ${slowestRoute(histograms)}`);
