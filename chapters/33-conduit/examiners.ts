import { graded } from '#check';
import { authorization } from './examiners/authorization.ts';
import { credentials } from './examiners/credentials.ts';
import { input } from './examiners/input.ts';
import { life } from './examiners/life.ts';
import { load } from './examiners/load.ts';

/** The badges: behaviours whose rules hold for the program as a whole. Each has a program to itself, and takes its time. */
const options = { deadline: 60_000, concurrent: false, env: { BCRYPT_COST: '4' } };
const { section } = graded(import.meta.url, 'docs/reference/conduit.md', options);

section(0, (badge) => {
  input(badge);
  authorization(badge);
  credentials(badge);
  load(badge);
  life(badge);
});
