import { createHash } from 'node:crypto';
import { CheckFailure } from '../check/failure.ts';
import type { Laboratory, Secret } from './laboratory.ts';

/** From this many characters on, a part of a secret helps an attacker. */
const part = 12;

const passwordHash = /\$2[aby]\$\d\d\$/;

/** Everything secret that has occurred so far is in no log, in no response but the one that issued it, and in no table. */
export async function examineSecrets(lab: Laboratory): Promise<void> {
  const output = await lab.printed();
  const tables = JSON.stringify(await lab.tables());
  const secrets = lab.secrets.filter(({ value }) => value !== '');
  const logged = partIn(output, secrets);
  if (logged !== undefined) throw found(logged, 'the log', 'the code logs it, or something that contains it.');
  for (const secret of secrets) {
    for (const { rules, response } of lab.responses) {
      const isIssued = rules.issuesSecret && secret.what !== 'password';
      if (isIssued || !response.content.includes(secret.value)) continue;
      const curl = `${response.request.method} ${response.request.path}`;
      throw found(secret, `the response to ${curl}`, 'the handler returns more than it should.');
    }
    if (tables.includes(secret.value))
      throw found(secret, 'the database', 'it is stored as it is. Anyone who can read the table could use it.');
    if (secret.isStoredAsDigest) expectDigest(tables, secret);
  }
  const named = lab.api.logsEmails ? undefined : lab.emails.find((email) => output.includes(email));
  if (named !== undefined) throw personal();
  if (passwordHash.test(output)) throw found({ what: 'password hash' }, 'the log', 'the code logs it, or a whole row.');
  const hashed = lab.responses.find(({ response }) => passwordHash.test(response.content));
  hashed?.response.expect(false, 'no password hash in a response', 'the handler returns the whole row.');
}

function expectDigest(tables: string, secret: Secret): void {
  const digest = createHash('sha256').update(secret.value).digest('hex');
  if (tables.includes(digest.slice(0, part)) && !tables.includes(digest)) {
    const cause = 'only a part of the digest is stored, and a part can belong to more than one secret.';
    throw new CheckFailure({ problem: `The database contains a part of the digest of a ${secret.what}.`, cause });
  }
}

/** The first of the secrets of which the text contains a part. Looks at the text once, however many secrets there are. */
function partIn(text: string, secrets: readonly Secret[]): Secret | undefined {
  const short = secrets.find(({ value }) => value.length < part && text.includes(value));
  const parts = new Map<string, Secret>();
  for (const secret of secrets) {
    const value = tellingPartOf(secret);
    for (let at = 0; at + part <= value.length; at++) parts.set(value.slice(at, at + part), secret);
  }
  for (let at = 0; at + part <= text.length; at++) {
    const secret = parts.get(text.slice(at, at + part));
    if (secret !== undefined) return secret;
  }
  return short ?? previewIn(text, secrets);
}

/** The beginning or the end of a secret that somebody wanted to recognize, as a word of its own. */
function previewIn(text: string, secrets: readonly Secret[]): Secret | undefined {
  const words = new Set(text.split(/[^\w-]+/));
  return secrets.find((secret) => {
    const value = tellingPartOf(secret);
    for (let length = 6; length < part && part < value.length; length++)
      if (words.has(value.slice(0, length)) || words.has(value.slice(-length))) return true;
    return false;
  });
}

/** The first part of a signed token says only how it is signed, and is the same in all of them. */
function tellingPartOf({ value }: Secret): string {
  return value.startsWith('eyJ') ? value.slice(value.indexOf('.') + 1) : value;
}

function personal(): CheckFailure {
  return new CheckFailure({
    problem: 'The log contains the email of a user.',
    expected: 'the id of the user at most',
    cause:
      'the code logs the email, or something that contains it. More people read a log than the table, and nobody deletes a user from it.',
  });
}

function found({ what }: Pick<Secret, 'what'>, where: string, cause: string): CheckFailure {
  return new CheckFailure({ problem: `A ${what} is in ${where}.`, expected: `no ${what} there`, cause });
}
