import { getRounds } from 'bcryptjs';
import {
  type Api,
  cheapPasswords,
  credentials,
  hashing,
  oldPasswords,
  openBlog,
  type RouteRules,
  random,
  register,
} from '#blog';
import { CheckFailure, type Session } from '#check';

const earlier: readonly RouteRules[] = [...openBlog, { route: 'POST /auth/register', step: 0, status: 201 }];
const route = 'POST /auth/login';
const fields = { email: 'required,email', password: 'required' };
const login: Omit<RouteRules, 'step'> = {
  route,
  status: 200,
  body: ({ person }) => credentials(person),
  fields,
  issuesSecret: true,
};

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  fallible: { step: 2, methods: hashing },
  register,
  ways: {},
  routes: [
    ...earlier,
    { route, step: 1, status: 401, body: () => ({ email: random.email(), password: random.word() }), fields },
    // With a password since step 2, and with a token since step 4.
    ...[2, 4].map((step) => ({ ...login, step, statements: 1 })),
  ],
};

/** The same, for people whose hashes are outdated when they log in. */
export const outdated: Api = {
  ...api,
  env: oldPasswords,
  routes: [...earlier, { ...login, step: 6, confirm: hasNewHash }],
};

/** After their login. */
async function hasNewHash(app: Session, { email }: Readonly<Record<string, unknown>>): Promise<void> {
  const { users = [] } = await (await app.running()).tables();
  const { password } = users.find((user) => user.email === email) ?? {};
  if (getRounds(String(password)) === 5) return;
  throw new CheckFailure({
    problem: 'After several logins at the same time, a user still has an outdated hash.',
    expected: 'a new hash for each of them',
    cause: 'a hash is kept in a field or in a variable outside of the functions, where requests share it.',
  });
}
