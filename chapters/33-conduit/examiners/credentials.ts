import { scryptSync } from 'node:crypto';
import { type Behaviour, CheckFailure } from '#check';
import { type Caller, cast, type Member, newUser, refused } from '../conduit.ts';

/** A busy machine can slow down one of two requests, but not each time the same one. */
const attempts = 3;

/** What can be learned about accounts and passwords. */
export function credentials(badge: Behaviour): void {
  badge('Enumeration', ['U10', '09'], async (app) => {
    const { ann, guest } = await cast(app.fresh({ BCRYPT_COST: undefined }));
    const password = 'not the password';
    const wrong = await guest.post('/users/login', { user: { email: ann.email, password } });
    const unknown = await guest.post('/users/login', { user: { email: newUser().email, password } });
    refused(wrong, 401, 'credentials');
    unknown
      .status(401)
      .expect(unknown.content === wrong.content, `the same body as for a wrong password: ${wrong.content}`);
    const names = ({ headers }: typeof wrong) => [...headers.keys()].sort().join();
    unknown.expect(names(unknown) === names(wrong), 'the same headers as for a wrong password');
    const ratios: number[] = [];
    while (ratios.length < attempts) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let count = 0; count < 3; count++) {
        times.known.push(await secondsOf(guest, ann.email, password));
        times.unknown.push(await secondsOf(guest, newUser().email, password));
      }
      const ratio = Math.min(...times.unknown) / Math.min(...times.known);
      if (ratio > 0.5 && ratio < 2) return;
      ratios.push(ratio);
    }
    throw new CheckFailure({
      problem: `A login with an unknown email takes ${ratios.at(-1)!.toFixed(2)} times as long as one with a wrong password.`,
      expected: 'about the same time for both',
      cause: 'the password is only hashed if the user exists, so the time tells who has an account.',
    });
  });

  badge('Password cost', ['O6', '08'], async (app) => {
    const { ann } = await cast(app.fresh({ BCRYPT_COST: undefined }));
    await expectSlow(ann, ann.password, 'after a registration');
    const { password } = newUser();
    (await ann.put('/user', { user: { password } })).status(200);
    await expectSlow(ann, password, 'after a change of the password');
  });
}

async function expectSlow(ann: Member, password: string, when: string): Promise<void> {
  let ratio = 0;
  for (let attempt = 0; attempt < attempts && ratio < 0.45; attempt++) {
    const logins: number[] = [];
    const hashes: number[] = [];
    for (let count = 0; count < 3; count++) {
      logins.push(await secondsOf(ann, ann.email, password));
      hashes.push(secondsOfHash());
    }
    ratio = Math.min(...logins) / Math.min(...hashes);
  }
  if (ratio >= 0.45) return;
  throw new CheckFailure({
    problem: `Right ${when}, a login takes ${ratio.toFixed(2)} times as long as a hash that resists guessing on this machine.`,
    expected: 'at least half of the time of scrypt with N = 16384, which is comparable to bcrypt with cost 10',
    cause: 'passwords are hashed with a function that was made to be fast, such as SHA-256, or with a low cost.',
  });
}

async function secondsOf(caller: Caller, email: string, password: string): Promise<number> {
  const started = performance.now();
  await caller.post('/users/login', { user: { email, password } });
  return performance.now() - started;
}

function secondsOfHash(): number {
  const started = performance.now();
  scryptSync('password', 'salt', 32, { N: 16384, r: 8, p: 1 });
  return performance.now() - started;
}
