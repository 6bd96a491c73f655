// #region step-1
import * as z from 'zod';
import { text, wrapped } from '../http/body.ts';

const username = text(40)
  .regex(/^[^/\p{Cc}]*$/u, "can't contain slashes or control characters")
  // A client that builds a URL would take these for folders.
  .regex(/^(?!\.{1,2}$)/, 'must be more than dots');
const email = text(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'must be an email address');
// Much longer than any password manager makes them, and short enough to hash.
const password = text(1_000).min(8, 'must have at least 8 characters');

/** The body of POST /api/users. */
export const Registration = wrapped('user', { username, email, password });
export type Registration = z.infer<typeof Registration>['user'];

/** The body of POST /api/users/login. What is wrong with a password that nobody can have doesn't matter here. */
export const Login = wrapped('user', { email: text(1_000), password: text(1_000) });
export type Login = z.infer<typeof Login>['user'];

/** The body of PUT /api/user. A field that is missing stays as it is, and so does an empty password; an empty bio or image is none. */
export const UserChanges = wrapped('user', {
  username: username.optional(),
  email: email.optional(),
  password: z.preprocess((value) => (value === '' ? undefined : value), password.optional()),
  bio: optionalText(z.string().max(1_000, 'must have at most 1000 characters')),
  image: optionalText(z.string().max(2_000, 'must have at most 2000 characters').refine(isWebAddress, 'must be a URL')),
});
export type UserChanges = z.infer<typeof UserChanges>['user'];

function optionalText(schema: z.ZodType<string>) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable().optional());
}

/** A front end puts it into `<img src>`, or into a link, where `javascript:` would be a script. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
// #endregion
