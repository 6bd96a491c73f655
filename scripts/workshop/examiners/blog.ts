/** What the APIs of the chapters are made of. */
export { random } from '../check/random.ts';
export type {
  Api,
  Credential,
  ExpectedHeader,
  Person,
  PromisedHeader,
  Refusal,
  RouteRules,
  Visitor,
  Way,
} from './api.ts';
export { earlier } from './api.ts';
export * from './blog-people.ts';
export * from './blog-posts.ts';
export { submit } from './open-form.ts';
export { cheapPasswords, hashing, oldPasswords } from './passwords.ts';
