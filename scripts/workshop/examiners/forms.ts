import type { RouteRules } from './api.ts';
import { changedTable, type Laboratory, type Visit } from './laboratory.ts';
import { encode, formType, openForm } from './open-form.ts';

type Headers = Readonly<Record<string, string>>;

interface Forgery {
  readonly body: string;
  readonly headers: Headers;
  /** If it isn't that another site can make this form. */
  readonly because?: string;
}

/** Only a form that a page of this application has given to this browser counts. */
export async function examineForms(lab: Laboratory, rules: RouteRules): Promise<void> {
  const [visit, other] = [await lab.prepare(rules), await lab.prepare(rules)];
  const forged = {
    ...forgeries(visit, other),
    ...withOwnHeaders(visit, await lab.app.url()),
    ...(await fromAnotherSession(lab, visit)),
  };
  for (const [what, forgery] of Object.entries(forged)) {
    const before = await lab.tables();
    const response = await lab.app.send(visit.method, visit.path, forgery.body, { headers: { ...forgery.headers } });
    const because = forgery.because ?? `another site can make this form: it is accepted ${what}.`;
    response.asPage().expect(response.code >= 400 && response.code < 500, `a 4xx for a form ${what}`, because);
    const changed = changedTable(before, await lab.tables());
    response.expect(changed === undefined, `nothing to change in the table ${changed}`, because);
  }
  const late = { at: Date.now() + 5 * hour };
  (await lab.send(await lab.prepare(rules), late)).status(rules.status, aged);
  (await lab.send(visit)).status(rules.status, 'the form itself is refused, or works only once for each page.');
}

/** The fields that people see. */
function fieldsOf({ hidden = {}, body = {} }: Visit): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !(name in hidden)));
}

/** What a browser says about a form of our own: a defence as well, but not in place of the token. */
function withOwnHeaders(visit: Visit, url: string): Record<string, Forgery> {
  const { origin } = new URL(url);
  const own: Headers = { Origin: origin, Referer: `${origin}/`, 'X-Requested-With': 'XMLHttpRequest' };
  const all: Record<string, Forgery> = {};
  for (const site of ['', 'same-origin', 'none']) {
    for (const others of [{}, { Origin: origin }, own]) {
      const said: Headers = { ...(site !== '' && { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' }), ...others };
      const names = Object.entries(said).map(([name, value]) => `${name}: ${value}`);
      if (names.length === 0) continue;
      all[`without its token, with ${names.join(', ')}`] = {
        body: encode(fieldsOf(visit)),
        headers: { ...visit.headers, 'Content-Type': formType, ...said },
        because: `a form with these headers is accepted without a token. Where a form comes from and its token are two defences: each has to hold if the other one fails.`,
      };
    }
  }
  return all;
}

/** Somebody who knows this user, or a session of this user that has ended, must not know the token. */
async function fromAnotherSession(lab: Laboratory, visit: Visit): Promise<Record<string, Forgery>> {
  const { rules, way, person } = visit;
  if (way === undefined) return {};
  const headers = { ...person.headers, ...(await lab.credential(person, way)) };
  const { hidden } = await openForm(lab.app, rules.form!, visit.path, headers);
  return {
    'with the token of another session of the same user': {
      body: encode({ ...fieldsOf(visit), ...hidden }),
      headers: { ...visit.headers, 'Content-Type': formType },
      because:
        'the token is made from the user, and not from the session. It is the same in each session, and anyone who learns what it is made from, such as the id of the user, can compute it.',
    },
  };
}

function forgeries(visit: Visit, other: Visit): Record<string, Forgery> {
  const { hidden = {}, headers } = visit;
  const fields = fieldsOf(visit);
  const urlencoded = { ...headers, 'Content-Type': formType };
  const withToken = (change: (token: string) => string) =>
    encode({ ...fields, ...Object.fromEntries(Object.entries(hidden).map(([name, value]) => [name, change(value)])) });
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}\r\n`)
    .join('');
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // The same beginning, but the browser of somebody else.
  const neighbour = headers.Cookie?.replaceAll(/(=.{8})[^;]*/g, '$1another-browser-of-somebody-else-entirely');
  return {
    'without its token': { body: encode(fields), headers: urlencoded },
    'with an empty token': { body: withToken(() => ''), headers: urlencoded },
    'with a part of the token': { body: withToken((token) => token.slice(0, -1)), headers: urlencoded },
    'with the token of another browser': { body: encode({ ...fields, ...other.hidden }), headers: urlencoded },
    'as text/plain, without its token': { body: text, headers: { ...headers, 'Content-Type': 'text/plain' } },
    'as JSON, without its token': {
      body: JSON.stringify(fields),
      headers: { ...headers, 'Content-Type': 'application/json' },
    },
    'as multipart/form-data, without its token': {
      body: `${parts.join('')}--b--\r\n`,
      headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
    },
    'without its token, because of a Referer': {
      body: encode(fields),
      headers: { ...urlencoded, Referer: 'http://localhost:3000/', 'X-Requested-With': 'XMLHttpRequest' },
    },
    'with the token of a browser whose id begins like this one': {
      body: withToken((token) => token),
      headers: { ...urlencoded, ...(neighbour !== undefined && { Cookie: neighbour }) },
    },
  };
}

const hour = 60 * 60_000;
const aged = [
  'the token is made from the time of day, so a form that somebody takes long to fill in is refused.',
  'the token expires long before the session does.',
];
