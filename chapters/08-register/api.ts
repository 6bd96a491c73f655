import { compare } from 'bcryptjs';
import { type Api, aPerson, cheapPasswords, openBlog, register } from '#blog';
import { CheckFailure, type Session } from '#check';

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  register,
  ways: {},
  routes: [
    ...openBlog,
    { route: 'POST /auth/register', step: 2, status: 201, body: aPerson, outageStatus: 400, showsStoreErrors: true },
    {
      route: 'POST /auth/register',
      step: 5,
      status: 201,
      body: aPerson,
      outageStatus: 400,
      showsStoreErrors: true,
      confirm: hasOwnHash,
    },
  ],
};

/** There is no login yet, so the table has to show whose password was hashed. */
async function hasOwnHash(app: Session, { email, password }: Readonly<Record<string, unknown>>): Promise<void> {
  const { users = [] } = await (await app.running()).tables();
  const row = users.find((user) => user.email === email);
  if (row !== undefined && (await compare(String(password), String(row.password)))) return;
  throw new CheckFailure({
    problem: 'After several registrations at the same time, the hash of a user does not belong to their password.',
    expected: 'the hash of the password that was sent with this email',
    cause:
      'a password or a hash is kept in a field or in a variable outside of the functions, where requests share it.',
  });
}
