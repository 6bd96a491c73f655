/** `npm run bench`: CPU time per request against bare node:http and other frameworks. See README.md. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTIONS, generator, load } from './load.mjs';
import { planOf } from './plan.mjs';
import { Server } from './server.mjs';
import { median, table } from './table.mjs';
import { judgeLookup, judgeServers } from './targets.mjs';
import { WORK } from './work.mjs';

const here = import.meta.dirname;
const WARM_UP_SECONDS = 1;

try {
  const words = process.argv.slice(2);
  if (words.includes('blog')) measureBlog(words);
  else await main(planOf(words));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** In a process of its own, because it is TypeScript, and needs servers and processes of its own. */
function measureBlog(words) {
  const args = ['--import', 'tsx', join(here, 'blog.ts'), ...words];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

async function main(plan) {
  const verdicts = [];
  if (plan.works.length > 0) {
    if (!existsSync(join(here, 'node_modules'))) {
      throw new Error('The other frameworks are not installed. Run: npm ci --prefix scripts/bench');
    }
    const results = await measureAll(plan);
    console.log(describeResults(results, plan));
    verdicts.push(...judgeServers(medianRatios(results)));
  }
  if (plan.router) {
    const lookup = measureLookup(plan);
    console.log(describeLookup(lookup));
    verdicts.push(judgeLookup(lookup.sameRoutes.growth));
  }
  if (plan.quick) console.log('\nA single short round: it shows that everything runs, and says little about speed.');
  const rows = verdicts.map(({ what, target, reached, verdict }) => [what, target, reached, verdict]);
  if (rows.length > 0) console.log(`\n${table([['target', 'wanted', 'reached', ''], ...rows])}`);
}

/** Results as work → server → one figure for each round: microseconds and requests per second. */
async function measureAll({ works, servers, rounds, seconds }) {
  const results = Object.fromEntries(
    works.map((work) => [work, Object.fromEntries(servers.map((name) => [name, []]))]),
  );
  for (let round = 1; round <= rounds; round++) {
    for (const work of works) {
      process.stderr.write(`round ${round} of ${rounds}: ${work}, ${WORK[work].what}\n`);
      for (const [name, figures] of await measureRound(servers, WORK[work], seconds)) results[work][name].push(figures);
    }
  }
  return results;
}

/**
 * All servers stand side by side and take turns of a second. What slows the machine down for a while, such as a
 * neighbour on the same processor, then slows each of them, and the ratio stays.
 */
async function measureRound(names, work, seconds) {
  const servers = [];
  try {
    for (const name of names) servers.push({ name, server: await Server.start(name), used: 0, answered: 0 });
    for (const { server } of servers) {
      await server.check(work);
      await load(server.url, work, WARM_UP_SECONDS);
    }
    for (let second = 0; second < seconds; second++) {
      for (const entry of shuffled(servers)) await takeTurn(entry, work);
    }
  } finally {
    for (const { server } of servers) await server.stop();
  }
  return servers.map(({ name, used, answered }) => [name, { microseconds: used / answered, rate: answered / seconds }]);
}

async function takeTurn(entry, work) {
  const { name, server } = entry;
  const before = await server.cpuTime();
  const { requests, wrong } = await load(server.url, work, 1);
  if (requests === 0) throw new Error(`${name} answered no request to ${work.path}.`);
  if (wrong > 0) throw new Error(`${name} gave ${wrong} of ${requests} requests to ${work.path} another status.`);
  entry.used += (await server.cpuTime()) - before;
  entry.answered += requests;
}

function medianRatios(results) {
  const ratioOf = (byServer, name) => {
    const ratios = byServer[name].map(
      ({ microseconds }, round) => byServer['node:http'][round].microseconds / microseconds,
    );
    return median(ratios);
  };
  return Object.fromEntries(
    Object.entries(results).map(([work, byServer]) => [
      work,
      Object.fromEntries(Object.keys(byServer).map((name) => [name, ratioOf(byServer, name)])),
    ]),
  );
}

function describeResults(results, { works, servers, rounds, seconds }) {
  const ratios = medianRatios(results);
  const rows = servers.map((name) => [
    name,
    ...works.map((work) => {
      const runs = results[work][name];
      const microseconds = median(runs.map((run) => run.microseconds));
      const rate = median(runs.map((run) => run.rate));
      return `${ratios[work][name].toFixed(2)} ${microseconds.toFixed(1).padStart(6)} µs ${rate.toFixed(0).padStart(6)}/s`;
    }),
  ]);
  const times = rounds === 1 ? 'one round' : `the median of ${rounds} rounds`;
  return [
    `CPU time per request, ${times} of ${seconds} s; ${generator} with ${CONNECTIONS} connections; Node ${process.versions.node}.`,
    'The first figure is the share of bare node:http: 1.00 costs the same, 0.50 twice as much.',
    '',
    table([['', ...works], ...rows]),
  ].join('\n');
}

/** In a process of its own, because the router is TypeScript and its figures must not depend on what ran before. */
function measureLookup({ rounds, quick }) {
  const args = ['--import', 'tsx', join(here, 'router.ts'), String(quick ? 5 : 10 * rounds)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: here, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The router's benchmark failed:\n${stderr}`);
  return JSON.parse(stdout);
}

function describeLookup(lookup) {
  const labels = {
    sameRoutes: 'the same 10 routes, new paths',
    cached: 'the same 10 routes, from the cache',
    allRoutes: 'all routes in turn, new paths',
  };
  const rows = Object.entries(labels).map(([key, label]) => {
    const { few, many, growth } = lookup[key];
    return [label, `${few.toFixed(0)} ns`, `${many.toFixed(0)} ns`, growth.toFixed(2)];
  });
  return `\nThe router's lookup\n\n${table([['', 'among 10', 'among 10,000', 'ratio'], ...rows])}`;
}

function shuffled(items) {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}
