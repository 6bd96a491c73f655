/** `npm run bench`: CPU time per request against bare node:http and other frameworks. See README.md. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTIONS, Load } from './load.mjs';
import { otherPlanOf, planOf } from './plan.mjs';
import { pinTo, Server } from './server.mjs';
import { median, table } from './table.mjs';
import { judgeLookup, judgeServers } from './targets.mjs';
import { WORK } from './work.mjs';

const here = import.meta.dirname;
/** V8 is still optimizing a server's code after two seconds of full load. */
const WARM_UP_MS = 3_000;
const TURN_MS = 100;
/** Turns that don't count: the servers that warmed up first were idle while the others warmed up. */
const PRACTICE_TURNS = 5;

export async function bench(words) {
  try {
    const other = otherPlanOf(words);
    if (other === undefined) await main(planOf(words));
    else await measureElsewhere(other, words);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs in a separate process, because the script is TypeScript and starts servers and processes of its own. */
async function measureElsewhere(name, words) {
  const args = ['--import', 'tsx', join(here, `${name}.ts`), ...words];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  // Passes signals on: the child must stop its servers, and must not outlive this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
}

async function main(plan) {
  const verdicts = [];
  if (plan.works.length > 0) {
    if (!existsSync(join(here, 'node_modules'))) {
      throw new Error('The other frameworks are not installed. Run: npm ci --prefix scripts/bench');
    }
    const results = await measureAll(plan);
    console.log(describeResults(results, plan));
    verdicts.push(...judgeServers(medianShares(results)));
    if (plan.servers.includes('mine') && !plan.quick) keepShares(medianShares(results));
    if (plan.servers.includes('mine')) console.log(await describeProfile('mine', plan));
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

/** Results as work → server → one figure for each round: microseconds, and the share of bare node:http. */
async function measureAll({ works, servers, rounds, turns }) {
  // The load generator runs on the other core, if there is one.
  pinTo(1);
  const results = Object.fromEntries(
    works.map((work) => [work, Object.fromEntries(servers.map((name) => [name, []]))]),
  );
  for (let round = 1; round <= rounds; round++) {
    for (const work of works) {
      process.stderr.write(`round ${round} of ${rounds}: ${work}, ${WORK[work].what}\n`);
      for (const [name, figures] of await measureRound(servers, WORK[work], turns)) results[work][name].push(figures);
    }
  }
  return results;
}

/**
 * All servers run at the same time and take short turns under load. Anything that slows the machine down for a while,
 * such as another virtual machine on the same processor, then slows all of them, and the ratio of two adjacent turns
 * stays the same.
 */
async function measureRound(names, work, turns) {
  const entries = names.map((name) => ({ name, microseconds: [] }));
  try {
    for (const entry of shuffled(entries)) await warmUp(entry, work);
    for (const entry of entries) entry.load = await Load.open(entry.server.url, work);
    for (let turn = -PRACTICE_TURNS; turn < turns; turn++) {
      for (const entry of shuffled(entries)) {
        const microseconds = await takeTurn(entry);
        if (turn >= 0) entry.microseconds.push(microseconds);
      }
    }
  } finally {
    for (const { server, load } of entries) {
      load?.close();
      await server?.stop();
    }
  }
  const bare = entries[0].microseconds;
  return entries.map(({ name, microseconds }) => [
    name,
    { microseconds: median(microseconds), share: median(microseconds.map((own, turn) => bare[turn] / own)) },
  ]);
}

/**
 * Keeps the server under load from its first second: if a process responds once and then idles for eight seconds, V8
 * shrinks its heap, and the process stays 25 % slower.
 */
async function warmUp(entry, work, options) {
  entry.server = await Server.start(entry.name, options);
  await entry.server.check(work);
  const load = await Load.open(entry.server.url, work);
  await load.run(WARM_UP_MS);
  load.close();
}

async function takeTurn({ name, server, load }) {
  try {
    const before = await server.cpuTime();
    const answered = await load.run(TURN_MS);
    return ((await server.cpuTime()) - before) / answered;
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

/** Where a server spends its time, by file. Files with less than one percent are left out. */
async function describeProfile(name, { works, quick }) {
  const work = works.includes('deep') ? 'deep' : works[0];
  const entry = { name };
  try {
    await warmUp(entry, WORK[work], { asSources: true });
    const load = await Load.open(entry.server.url, WORK[work]);
    const files = await entry.server.profile(() => load.run(quick ? 500 : WARM_UP_MS));
    load.close();
    const total = Object.values(files).reduce((sum, time) => sum + time, 0);
    const rows = Object.entries(files)
      .map(([file, time]) => [file, (100 * time) / total])
      .filter(([, percent]) => percent >= 1)
      .sort(([, a], [, b]) => b - a)
      .map(([file, percent]) => [file, `${percent.toFixed(1)} %`]);
    return `\nWhere the time of "${name}" goes (${work})\n\n${table([['', 'share'], ...rows])}`;
  } finally {
    await entry.server?.stop();
  }
}

/** For `npm run keep`. It reads the file again, so nothing depends on it. */
function keepShares(shares) {
  const folder = join(here, '..', '..', '.workshop');
  const mine = Object.fromEntries(Object.entries(shares).map(([work, { mine }]) => [WORK[work].what, mine]));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bench.json'), `${JSON.stringify({ shares: mine })}\n`);
  } catch (error) {
    console.error(`The figures can't be kept for npm run keep: ${error.message}`);
  }
}

function medianShares(results) {
  return Object.fromEntries(
    Object.entries(results).map(([work, byServer]) => [
      work,
      Object.fromEntries(
        Object.entries(byServer).map(([name, rounds]) => [name, median(rounds.map(({ share }) => share))]),
      ),
    ]),
  );
}

function describeResults(results, { works, servers, rounds, turns }) {
  const shares = medianShares(results);
  const rows = servers.map((name) => [
    name,
    ...works.map((work) => {
      const microseconds = median(results[work][name].map((round) => round.microseconds));
      return `${shares[work][name].toFixed(2)} ${microseconds.toFixed(1).padStart(6)} µs`;
    }),
  ]);
  const times = rounds === 1 ? 'one round' : `the median of ${rounds} rounds`;
  return [
    `CPU time per request, ${times} of ${turns} turns; ${CONNECTIONS} connections; Node ${process.versions.node}.`,
    'The first figure is the share of bare node:http: 1.00 costs the same, 0.50 twice as much.',
    '',
    table([['', ...works], ...rows]),
  ].join('\n');
}

/** Runs in a separate process, because the router is TypeScript and its figures must not depend on what ran before. */
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
