import { compare } from 'bcryptjs';
import { type Api, aPerson, cheapPasswords, hashing, openBlog, type RouteRules, register } from '#blog';
import { CheckFailure, type Session } from '#check';

const registration: Omit<RouteRules, 'step'> = {
  route: 'POST /auth/register',
  status: 201,
  body: aPerson,
  outageStatus: 400,
  storeErrors: 'allowed',
};
const fields = { email: 'required,email,max=254', password: 'required,min=8', name: 'required,max=100' };
const unique = { field: 'email', refusal: { status: 400, error: 'email already registered' } };

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  fallible: { step: 5, methods: hashing },
  register,
  ways: {},
  routes: [
    ...openBlog,
    { ...registration, step: 2 },
    { ...registration, step: 5, unique, statements: 1, confirm: hasOwnHash },
    { ...registration, step: 6, fields: { ...fields, password: `${fields.password},bytes=72` }, confirm: hasOwnHash },
  ],
};

/** There is no login yet, so the table has to show whose password was hashed. */
async function hasOwnHash(app: Session, { email, password }: Readonly<Record<string, unknown>>): Promise<void> {
  const { users = [] } = await (await app.running()).tables();
  const row = users.find((user) => user.email === email);
  if (row !== undefined && (await compare(String(password), String(row.password)))) return;
  throw new CheckFailure({
    problem: 'The hash of a user does not belong to the password that they have sent.',
    expected: 'the hash of the password that was sent with this email, unchanged',
    cause: [
      'a password or a hash is kept in a field or in a variable outside of the functions, where requests that run at the same time share it.',
      'the password is changed before it is hashed, for example trimmed or normalized.',
      'a second registration with this email has replaced the hash.',
    ],
  });
}
