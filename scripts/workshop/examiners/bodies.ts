import { CheckFailure } from '../check/failure.ts';
import { methodOf, type RouteRules } from './api.ts';
import { sendInChunks } from './in-chunks.ts';
import type { Laboratory, Visit } from './laboratory.ts';

/** Another way to send the same request. Returns the status. */
interface Variant {
  readonly what: string;
  send(visit: Visit): Promise<number>;
  readonly cause: string;
}

/** However the body of a request arrives, and whatever credential it also has, it means the same. */
export async function examineBodies(lab: Laboratory, rules: RouteRules): Promise<void> {
  for (const { what, send, cause } of variantsFor(lab, rules)) {
    const visit = await lab.prepare(rules);
    const status = await send(visit);
    if (status !== rules.status) {
      throw new CheckFailure({
        problem: `${rules.route} responds with ${status} to a request ${what}.`,
        expected: `${rules.status}, as for the usual request`,
        cause,
      });
    }
    try {
      await rules.confirm?.(lab.app, visit.body ?? {});
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      throw new CheckFailure({
        problem: `${rules.route} responds with ${status} to a request ${what}, and has not done what the body says.`,
        expected: 'the same effect as that of the usual request',
        cause,
      });
    }
  }
}

function variantsFor(lab: Laboratory, rules: RouteRules): Variant[] {
  const variants: Variant[] = [
    {
      what: 'whose body arrives in chunks, without a Content-Length',
      send: async ({ path, headers, body }) => {
        const sent = { ...headers, 'Content-Type': 'application/json' };
        return sendInChunks((await lab.app.url()) + path, methodOf(rules), sent, JSON.stringify(body));
      },
      cause: 'the code looks at Content-Length, which a client may leave out. Bind the body in any case.',
    },
    {
      what: 'with the Content-Type text/plain',
      send: async (visit) =>
        (await lab.send({ ...visit, headers: { ...visit.headers, 'Content-Type': 'text/plain' } })).code,
      cause: 'the code looks at Content-Type, which many clients set to something else. Bind the body in any case.',
    },
  ];
  if (rules.ways !== undefined) return variants;
  for (const [name, { includes, obtain }] of Object.entries(lab.api.ways)) {
    if (includes !== undefined) continue;
    variants.push({
      what: `with a valid ${name}, which this route does not ask for`,
      send: async (visit) => {
        // Not noted as a secret: how it is stored may be the subject of a later step.
        const headers = { ...visit.headers, ...(await obtain(lab.app, visit.person)).headers };
        return (await lab.send({ ...visit, headers })).code;
      },
      cause: `if the request has a ${name}, the code ignores the rest of it, or refuses it. Use both.`,
    });
  }
  return variants;
}
