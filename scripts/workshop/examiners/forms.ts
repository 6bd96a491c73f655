import type { RouteRules } from './api.ts';
import { changedTable, type Laboratory, type Visit } from './laboratory.ts';
import { encode, formType } from './open-form.ts';

type Headers = Readonly<Record<string, string>>;

/** Only a form that a page of this application has given to this browser counts. */
export async function examineForms(lab: Laboratory, rules: RouteRules): Promise<void> {
  const [visit, other] = [await lab.prepare(rules), await lab.prepare(rules)];
  for (const [what, forged] of Object.entries(forgeries(visit, other))) {
    const before = await lab.tables();
    const response = await lab.app.send(visit.method, visit.path, forged.body, { headers: { ...forged.headers } });
    const because = `another site can make this form: it is accepted ${what}.`;
    response.asPage().expect(response.code >= 400 && response.code < 500, 'a 4xx', because);
    const changed = changedTable(before, await lab.tables());
    response.expect(changed === undefined, `nothing to change in the table ${changed}`, because);
  }
  (await lab.send(visit)).status(rules.status, 'the form itself is refused, or works only once for each page.');
}

function forgeries(visit: Visit, other: Visit): Record<string, { body: string; headers: Headers }> {
  const { hidden = {}, body = {}, headers } = visit;
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in hidden)));
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
