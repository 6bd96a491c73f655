import { CheckFailure } from '../check/failure.ts';
import type { RouteRules } from './api.ts';
import type { Laboratory } from './laboratory.ts';

/** A request logs what the route promises, with the id of the entry, and nothing that people have written. */
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
  // The claimed email is the client's, and an audit log is worth nothing without it.
  const emails = lab.api.logsEmails ? lab.emails : [];
  const text = emails.reduce((rest, email) => rest.replaceAll(email, ''), log);
  const written = lab.wordsOf(visit.person).find((word) => text.includes(word));
  if (written === undefined) return;
  throw new CheckFailure({
    problem: `${rules.route} writes into the log what a user has sent: ${written}`,
    expected: 'ids only',
    cause:
      'the second argument of the log contains the whole entry. Many people can read a log, and it is kept for a long time.',
  });
}
