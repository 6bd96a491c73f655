import type { CheckedResponse } from '../check/checked-response.ts';
import { CheckFailure } from '../check/failure.ts';
import type { RouteRules } from './api.ts';
import { withParameter } from './hostile.ts';
import type { Laboratory, Visit } from './laboratory.ts';

/**
 * A request logs what the route promises, with the id of the entry, and nothing that people have written, whether it succeeds or is
 * refused.
 */
export async function examineLog(lab: Laboratory, rules: RouteRules): Promise<void> {
  const visit = await lab.prepare(rules);
  const { response, log } = await lab.sendAndListen(visit);
  response.status(rules.status);
  if (rules.logs !== undefined) {
    const line = log.split('\n').find((each) => each.includes(JSON.stringify(rules.logs)));
    response.expect(
      line !== undefined,
      `the line "${rules.logs}" in the log`,
      'the handler or its service does not log it.',
    );
    const id = rules.creates ? response.body.id : undefined;
    const hasId = id === undefined || line!.includes(JSON.stringify(id));
    response.expect(
      hasId,
      `the id of the entry in the line "${rules.logs}"`,
      'the second argument of log.info has no id.',
    );
  }
  expectNothingWritten(lab, visit, log);
  for (const send of refusals(lab, visit))
    expectNothingWritten(lab, visit, (await lab.listen(send)).log, ' if it is refused');
}

/** The same request for an entry that doesn't exist, with values that are too long, and with a body that can't be parsed. */
function* refusals(lab: Laboratory, visit: Visit): Iterable<() => Promise<CheckedResponse>> {
  const { rules, method, path, body, headers } = visit;
  for (const elsewhere of withParameter(visit, crypto.randomUUID())) yield () => lab.send(elsewhere);
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value !== 'string' || name in (visit.hidden ?? {})) continue;
    yield () => lab.send({ ...visit, body: { ...body, [name]: `${value} `.repeat(tooLong / value.length) } });
  }
  if (body === undefined || rules.form !== undefined) return;
  // The message of a syntax error quotes what surrounds the error.
  const broken = `${JSON.stringify(body)}${' '.repeat(100)}}`;
  yield () => lab.app.send(method, path, broken, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** For most fields. */
const tooLong = 500;

function expectNothingWritten(lab: Laboratory, { rules, person }: Visit, log: string, when = ''): void {
  // The claimed email is the client's, and an audit log is worth nothing without it.
  const emails = lab.api.logsEmails ? lab.emails : [];
  const text = emails.reduce((rest, email) => rest.replaceAll(email, ''), log);
  const written = lab.wordsOf(person).find((word) => text.includes(word));
  if (written === undefined) return;
  throw new CheckFailure({
    problem: `${rules.route} writes into the log what a user has sent${when}: ${written}`,
    expected: 'ids only',
    cause:
      'the second argument of the log, or a message, contains the entry or the body. Many people can read a log, and it is kept for a long time.',
  });
}
