import type { CheckedResponse } from '../check/checked-response.ts';
import type { PromisedHeader, RouteRules } from './api.ts';
import type { Laboratory } from './laboratory.ts';

/** Every response has the headers that the contract promises: also a refusal, and an error that nobody expects. */
export async function examineHeaders(
  lab: Laboratory,
  rules: RouteRules,
  promised: readonly PromisedHeader[],
): Promise<void> {
  const visit = await lab.prepare(rules);
  const usual = await lab.send(visit);
  // Some requests succeed only once, or only for one person.
  const isUsual = usual.code === rules.status;
  for (const header of promised) expectHeader(usual, header, rules, isUsual);
  const others = [await lab.send({ ...visit, headers: { ...visit.person.headers } })];
  if (usual.calls.length > 0) others.push(await lab.send(visit, { fail: 1 }));
  if (visit.body !== undefined)
    others.push(await lab.app.send(visit.method, visit.path, '{', { headers: { ...visit.headers } }));
  for (const response of others) {
    for (const header of promised) expectHeader(response, header, rules, false);
  }
}

function expectHeader(
  response: CheckedResponse,
  { name, value, because }: PromisedHeader,
  rules: RouteRules,
  isUsual: boolean,
): void {
  const expected = value(rules, isUsual);
  if (expected === undefined) return;
  const why = isUsual ? because : `${because} (Or it is set too late: this response is a refusal or an error.)`;
  if (expected !== null) response.header(name, expected, why);
  else response.expect(!response.headers.has(name), `no header ${name}`, `${name} is sent with every response.`);
}
