import type { CheckedResponse } from '../check/checked-response.ts';
import type { Origins, RouteRules } from './api.ts';
import { changedTable, type Laboratory, type Visit } from './laboratory.ts';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/** A page of another site changes nothing, on no route, whatever its browser says about it. */
export async function examineForgery(lab: Laboratory, rules: RouteRules, { trusted, refusal }: Origins): Promise<void> {
  const host = await hostOf(lab);
  const visit = await lab.prepare(rules);
  const before = await lab.tables();
  for (const headers of forgeries(trusted, host)) {
    const response = await lab.send(withHeaders(visit, headers));
    const sent = JSON.stringify(headers);
    if (safe.includes(visit.method)) response.status(rules.status, `a request that only reads is refused: ${sent}`);
    else response.error(refusal.status, refusal.error, `a page of another site can send this request: ${sent}`);
  }
  if (safe.includes(visit.method)) return expectSafe(lab, visit);
  const changed = changedTable(before, await lab.tables());
  const last = await lab.send(withHeaders(visit, { 'Sec-Fetch-Site': 'cross-site' }));
  last.expect(
    changed === undefined,
    `nothing to change in the table ${changed}`,
    'the handler of a refused request runs.',
  );
}

/** Where a GET passes, so do the other two methods that change nothing. */
async function expectSafe(lab: Laboratory, { path, headers }: Visit): Promise<void> {
  for (const method of ['HEAD', 'OPTIONS']) {
    const response = await lab.app.send(method, path, undefined, {
      headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' },
    });
    response.expect(
      response.code !== 403,
      `a status other than 403 for ${method}`,
      `a ${method} changes nothing, and is refused.`,
    );
  }
}

/** Only the origins that are trusted may read responses, and then those of every route, without cookies. */
export async function examineSharing(lab: Laboratory, rules: RouteRules, { trusted }: Origins): Promise<void> {
  const visit = await lab.prepare(rules);
  for (const origin of strangers(trusted, await hostOf(lab))) {
    for (const response of await asked(lab, visit, origin)) {
      expectNone(
        response,
        'access-control-allow-origin',
        `the origin ${origin} is not trusted, and may read responses.`,
      );
      response.header('Vary', /\borigin\b/i, 'without Vary, a cache gives the response for one origin to another.');
    }
  }
  for (const response of await asked(lab, visit, trusted)) {
    const because = 'the origin is trusted, and may not read this response.';
    response.header('Access-Control-Allow-Origin', trusted, because).header('Vary', /\borigin\b/i);
    expectNone(
      response,
      'access-control-allow-credentials',
      'a page may send requests with the cookies of its visitor.',
    );
  }
}

/** The response to a request of this origin, and to the preflight that a browser sends before it. */
async function asked(lab: Laboratory, visit: Visit, origin: string): Promise<CheckedResponse[]> {
  const preflight = { Origin: origin, 'Access-Control-Request-Method': visit.method };
  const options = await lab.app.send('OPTIONS', visit.path, undefined, { headers: preflight });
  // Without a credential: it changes nothing, and errors are readable, too.
  const anonymous = { ...visit, headers: { ...visit.person.headers, Origin: origin } };
  return [options, await lab.send(safe.includes(visit.method) ? withHeaders(visit, { Origin: origin }) : anonymous)];
}

function expectNone(response: CheckedResponse, name: string, because: string): void {
  response.expect(!response.headers.has(name), `no header ${name}`, because);
}

function withHeaders(visit: Visit, headers: Readonly<Record<string, string>>): Visit {
  return { ...visit, headers: { ...visit.headers, ...headers } };
}

async function hostOf(lab: Laboratory): Promise<string> {
  return new URL(await lab.app.url()).host;
}

/** Origins that are easily mistaken for a trusted one, or for our own. */
function strangers(trusted: string, host: string): string[] {
  const [name] = host.split(':');
  return [
    'https://evil.example',
    'null',
    `${trusted}.evil.example`,
    trusted.replace('//', '//evil'),
    trusted.replace('//', '//sub.'),
    trusted.replace('https', 'http'),
    trusted.slice(0, -1),
    `${trusted}:444`,
    `http://${host}.evil.example`,
    `http://evil${host}`,
    `http://${name}:1`,
    `http://${name}.evil.example`,
    'http://localhost.evil.example',
  ];
}

/** What a browser may say about a request of another site. */
function forgeries(trusted: string, host: string): Record<string, string>[] {
  return [
    ...strangers(trusted, host).map((Origin) => ({ Origin })),
    ...['cross-site', 'same-site', 'something-new'].map((site) => ({ 'Sec-Fetch-Site': site })),
    { Origin: `http://${host}`, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example', Referer: `http://${host}/`, 'Content-Type': 'text/plain' },
  ];
}
