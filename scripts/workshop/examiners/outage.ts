import type { CheckedResponse } from '../check/checked-response.ts';
import { CheckFailure } from '../check/failure.ts';
import type { Tables } from '../run/messages.ts';
import type { RouteRules } from './api.ts';
import { changedTable, type Laboratory, type Visit } from './laboratory.ts';

/**
 * Each call to a store fails once. Then the client gets a clear 5xx, the log has the cause, nothing is half written, nothing is
 * opened, and the same request succeeds as soon as the store is back.
 */
export async function examineOutage(lab: Laboratory, rules: RouteRules): Promise<void> {
  await examineCalls(lab, rules, rules.status, () => lab.prepare(rules));
  const { repeated } = rules;
  if (repeated === undefined) return;
  await examineCalls(lab, rules, repeated.status, async () => {
    const visit = await lab.prepare(rules);
    (await lab.send(visit)).status(rules.status);
    return visit;
  });
}

async function examineCalls(
  lab: Laboratory,
  rules: RouteRules,
  usual: number,
  prepare: () => Promise<Visit>,
): Promise<void> {
  const { calls } = await lab.send(await prepare(), { at: later() });
  for (const [index, { what }] of calls.entries()) {
    const { step, methods } = lab.api.fallible ?? { step: 0, methods: [] };
    if (methods.includes(what) && lab.step < step) continue;
    const visit = await prepare();
    const before = await written(lab);
    const { response, log } = await lab.sendAndListen(visit, { fail: index + 1, at: later() });
    // There may be less to do than there was before.
    if (response.calls.length <= index) continue;
    const when = `when this call fails: ${what}`;
    if (rules.tidiesUp?.test(what)) {
      response.status(usual, `the work was done, and only ${what} has failed: log it, and respond as usual.`);
      expectLogged(response, log, when);
      continue;
    }
    const reported = what.startsWith('Database') ? rules.outageStatus : undefined;
    const isReported = response.code === reported;
    response.expect(isReported || response.code >= 500, `a ${reported ?? '5xx'} ${when}`, swallowed);
    // If the database fails, the contract may have another status.
    const isFree = what.startsWith('Database');
    response.expect(isFree || response.code === 503, `a 503 ${when}: the client may try again`, replaced);
    response.expect(
      lab.api.isForPeople ? isErrorPage(response) : isErrorShape(response.content),
      `${lab.api.isForPeople ? 'a page that has the status' : 'the usual error shape'} ${when}`,
      'the error has a response of its own.',
    );
    response.expect(isCookieTrue(visit, response, what), `no Set-Cookie ${when}`, early);
    if (!isReported) expectLogged(response, log, when);
    expectMessage(response, rules, what, when);
    const changed = changedTable(before, await written(lab));
    if (changed !== undefined) throw halfWritten(rules, what, changed);
    const again = await lab.send(visit);
    again.expect(again.code === usual, `${usual} for the same request, after ${what} had failed once`, notRepeatable);
  }
}

/** What is in the tables, without the notes that a credential was used. */
async function written(lab: Laboratory): Promise<Tables> {
  const notes = Object.values(lab.api.ways).map(({ notesUse }) => notesUse);
  const isData = ([column]: [string, unknown]) => !notes.includes(column);
  const rowsOf = (rows: Tables[string]) => rows.map((row) => Object.fromEntries(Object.entries(row).filter(isData)));
  return Object.fromEntries(Object.entries(await lab.tables()).map(([name, rows]) => [name, rowsOf(rows)]));
}

/** Nothing has happened that a cookie could say, except that a session has ended in the database before another store failed. */
function isCookieTrue(visit: Visit, { headers }: CheckedResponse, what: string): boolean {
  const cookies = headers.getSetCookie().filter((cookie) => !deletesNothing(visit, cookie));
  return what.startsWith('Database') ? cookies.length === 0 : cookies.every((cookie) => /^[^=]+=;/.test(cookie));
}

/** It deletes a cookie that this browser doesn't have, as a page may do each time it has looked for a notice. */
function deletesNothing({ headers }: Visit, cookie: string): boolean {
  const name = cookie.split('=')[0]!;
  const isSent = headers.Cookie?.split('; ').some((sent) => sent.startsWith(`${name}=`)) ?? false;
  const expires = Date.parse(/;\s*expires=([^;]*)/i.exec(cookie)?.[1] ?? '');
  return !isSent && (/;\s*max-age=(?:0+|-\d+)\s*(?:;|$)/i.test(cookie) || expires < Date.now());
}

/** A while after the sign-in: some calls are only made now and then, such as the one that notes when a session was used. */
function later(): number {
  return Date.now() + 2 * 60_000;
}

/** It is meant for the log, unless the contract says something else. */
function expectMessage(response: CheckedResponse, { storeErrors }: RouteRules, what: string, when: string): void {
  const isShown = response.content.includes(message);
  response.expect(
    storeErrors !== undefined || !isShown,
    `a response without the error message of the store ${when}`,
    'the error is caught, and its message is sent to the client. It is meant for the log.',
  );
  response.expect(
    storeErrors !== 'shown' || isShown || !what.startsWith('Database'),
    `the error message of the database in the response ${when}`,
    'the error is not caught, or caught too late (`return await` waits for it inside of the `try`), or another message is sent.',
  );
}

function expectLogged(response: CheckedResponse, log: string, when: string): void {
  response.expect(log.includes(message), `the cause in the log ${when}`, [
    'the error is caught and replaced by another one, without `cause`.',
    ...swallowed,
  ]);
  // Its stack says where the call was made.
  response.expect(
    log.includes('laboratory.mjs'),
    `the error itself in the log, with its stack, ${when}`,
    'only the message of the error is passed on. Pass the error: { cause: error }.',
  );
}

/** A part of the message of every call that the laboratory lets fail. */
const message = 'made this call fail on purpose';
const early = 'the cookie is set before the work is done, so the browser believes that it has happened.';
const notRepeatable = [
  'before this call failed, the request had already changed or used up what it needs to be sent again. Do that last, in one operation.',
  'the program remembers the failure, for example in a field or a promise that it keeps.',
];
const replaced = 'the error, which has the status 503, is replaced by another one without it. Let it through.';
const swallowed = [
  'a `catch` swallows the error, and the program continues as if the call had succeeded.',
  'an `await` is missing, and the program continues before the call has failed.',
];

function halfWritten(rules: RouteRules, what: string, changed: string): CheckFailure {
  return new CheckFailure({
    problem: `${rules.route} failed, and has changed the table ${changed}.`,
    expected: `nothing to be written if this call fails: ${what}`,
    cause: 'the statements belong together, and are not in one transaction, or run in another order.',
  });
}

function isErrorPage({ code, content }: CheckedResponse): boolean {
  return /<main\b/.test(content) && content.includes(String(code));
}

function isErrorShape(content: string): boolean {
  try {
    return typeof JSON.parse(content).error === 'string';
  } catch {
    return false;
  }
}
