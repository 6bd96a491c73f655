import type { CheckedResponse } from '../check/checked-response.ts';
import { methodOf, type RouteRules } from './api.ts';
import type { Laboratory, Visit } from './laboratory.ts';

/** A request takes as many statements as the route says, each time; what users send is never a part of them; and they return what the response needs. */
export async function examineStatements(lab: Laboratory, rules: RouteRules): Promise<void> {
  // Somebody else has entries, too.
  if (rules.grow !== undefined) await lab.prepare(rules);
  const visit = await lab.prepare(rules);
  const isEntry = methodOf(rules) === 'GET' && rules.params !== undefined;
  const visitor = { app: lab.app, person: visit.person, headers: visit.headers };
  // The same person has another entry, too.
  await rules.grow?.(visitor);
  if (isEntry) await rules.params?.(visitor);
  // What is deleted can't be deleted again.
  const isOnce = methodOf(rules) === 'DELETE' && rules.stranger !== undefined && 'error' in rules.stranger;
  for (const what of isOnce ? ['the request'] : ['the first request', 'the same request again']) {
    const sent = rules.unique === undefined ? visit : await lab.prepare(rules);
    const response = (await lab.send(sent)).status(rules.status);
    const calls = response.calls.filter((call) => call.what.startsWith('Database'));
    const because = calls.length === 0 ? unread : calls.length > rules.statements! ? tooMany : notEach;
    response.expect(
      calls.length === rules.statements,
      `${counted(rules.statements!, 'statement')} for ${what}; there ${calls.length === 1 ? 'was' : 'were'} ${listOf(calls)}`,
      because,
    );
    for (const call of calls) expectParameters(lab, sent, response, call.what);
    expectRows(response);
    if (rules.grow !== undefined) expectOrder(response);
  }
}

function expectParameters(lab: Laboratory, { person, path }: Visit, response: CheckedResponse, what: string): void {
  const sent = [...lab.wordsOf(person), ...path.split('/').filter((part) => part.length > 20)];
  const found = sent.find((word) => what.includes(word));
  const because = `the value is a part of the SQL string. Make it a parameter: write \${…} in the template after this.db.run.`;
  response.expect(found === undefined, `a statement without ${found}, which somebody has sent: ${what}`, because);
}

/** As many rows as the response shows, however many there are. */
function expectRows(response: CheckedResponse): void {
  const rows = Math.max(0, ...response.calls.map((call) => call.rows ?? 0));
  // A deletion has no body.
  const list: unknown[] | undefined = response.content.startsWith('[') ? response.body : undefined;
  const most = list?.length ?? 1;
  response.expect(
    rows <= most,
    `at most ${most} ${most === 1 ? 'row' : 'rows'} for this response; the database returned ${rows}`,
    filtered,
  );
  if (list === undefined) return;
  const limited = response.calls.find(({ what }) => /\blimit\b/i.test(what));
  response.expect(limited === undefined, `a statement without a limit: ${limited?.what}`, limit);
}

/** Of a list of rows: in the order in which the database has returned them. */
function expectOrder(response: CheckedResponse): void {
  const listed = (response.body as { id?: unknown }[]).map(({ id }) => id);
  const wanted = listed.toSorted().join();
  for (const { ids = [] } of response.calls) {
    if (ids.toSorted().join() !== wanted) continue;
    response.expect(ids.join() === listed.join(), 'rows that the database has sorted', inJavaScript);
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function listOf(calls: CheckedResponse['calls']): string {
  return calls.length === 0 ? 'none' : `${calls.length}: ${calls.map((call) => call.what).join('; ')}`;
}

const unread =
  'the data is still in the memory of the program, or nobody waits for the statement: an `await` is missing.';
const tooMany =
  'there is a statement for each entry, or the second table has a query of its own: use a join. Or one statement looks and another one changes: another request can change the row in between, and one statement is enough.';
const notEach =
  'the program keeps a copy in memory. Another program can change the row, and then the copy is out of date.';
const filtered = 'the statement selects more than the response needs, and JavaScript filters it. Use `where`.';
const inJavaScript = 'the statement has another order, or none, and JavaScript sorts the rows. Use `order by`.';
const limit = 'with more entries than that, the oldest ones disappear, and nobody is told.';
