import { SERVERS } from './server.mjs';
import { WORK } from './work.mjs';

/** What a learner's framework is compared with, next to bare node:http. */
const RIVALS = ['trellis', 'fastify', 'express'];

/** What the words of the command line ask for. Throws an error that lists the known words if one is unknown. */
export function planOf(words) {
  const works = Object.keys(WORK);
  // Part of a run only if asked for: it exists when a learner has written it.
  const servers = Object.keys(SERVERS).filter((name) => name !== 'mine');
  const plan = { works: [], servers: [], rounds: 3, turns: 30, router: false, quick: false };
  for (const word of words) {
    if (works.includes(word)) plan.works.push(word);
    else if (servers.includes(word)) plan.servers.push(word);
    else if (word === 'mine') plan.servers.push('mine', ...RIVALS);
    else if (/^[1-9]\d?$/.test(word)) plan.rounds = Number(word);
    else if (word === 'router') plan.router = true;
    else if (word === 'quick') plan.quick = true;
    else
      throw new Error(
        unknown(word, [
          ...works,
          ...servers,
          'mine',
          'router',
          'blog',
          'growth',
          'processes',
          'xray',
          'file',
          'streams',
          'fetch',
          'quick',
          'a number of rounds',
        ]),
      );
  }
  if (plan.quick) Object.assign(plan, { rounds: 1, turns: 3 });

  // Without a choice, everything runs; the router alone leaves the servers out.
  const onlyRouter = plan.router && plan.works.length === 0 && plan.servers.length === 0;
  const everything = plan.works.length === 0 && plan.servers.length === 0;
  if (plan.works.length === 0 && !onlyRouter) plan.works = works;
  if (plan.servers.length === 0) plan.servers = servers;
  return {
    ...plan,
    router: plan.router || everything,
    servers: [...new Set(['node:http', ...plan.servers])],
  };
}

/** The measurement that runs alone, if the words ask for one. Few other words are allowed with it. */
export function otherPlanOf(words) {
  const name = words.find((word) => ['blog', 'growth', 'processes', 'xray', 'file', 'streams', 'fetch'].includes(word));
  const other = words.find((word) => word !== name && word !== 'quick' && !/^[1-9]\d?$/.test(word));
  if (name === undefined || other === undefined) return name;
  throw new Error(`"${name}" runs alone: it can be combined with "quick" or a number, but not with "${other}".`);
}

function unknown(word, known) {
  return `Unknown word "${word}". The benchmark knows: ${known.join(', ')}.`;
}
