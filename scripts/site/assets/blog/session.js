// Who is signed in. The token stays in this tab: in memory, and in its sessionStorage, so that a reload keeps it.
import { program, send } from './program.js';

const read = (name) => {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? undefined;
  } catch {
    return undefined;
  }
};
const write = (name, value) => {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {}
};

let session = read('blog-session');

/** The session in the running program. A token of another chapter's program is worth nothing here. */
export function current() {
  if (session && program?.chapter && session.chapter !== program.chapter.number) forget();
  return session;
}

export function forget() {
  session = undefined;
  write('blog-session', undefined);
}

/** Signs in with what a login returned: a token, and in later chapters the user as well. */
function begin({ token, access_token = token, user }, { email, name }) {
  if (typeof access_token !== 'string' || access_token === '') return false;
  const claims = claimsOf(access_token);
  const text = (...values) => values.find((value) => typeof value === 'string' && value !== '');
  session = {
    token: access_token,
    chapter: program.chapter?.number,
    run: program.run,
    userId: text(user?.id, claims.user_id),
    name: text(user?.name, name, claims.email, email),
  };
  write('blog-session', session);
  return true;
}

/** The payload of a token, which anyone can read. Only the program can tell whether it is genuine. */
function claimsOf(token) {
  try {
    const base64 = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
}

export async function signIn({ email, password, name }) {
  const result = await send('signIn', { body: { email, password } });
  if (result.problem) return result;
  if (begin(result.value ?? {}, { email, name })) return result;
  const text = 'POST /auth/login should return an object with the token.';
  return { ...result, problem: { title: 'There is no token in the response', text, id: result.id } };
}

/** Registers, and signs in: with the token of the response, or else with a login. */
export async function register({ email, password, name }) {
  const result = await send('register', { body: { email, password, name } });
  if (result.problem) return result;
  if (begin(result.value ?? {}, { email, name })) return result;
  return program.offer.paths.signIn === undefined ? result : signIn({ email, password, name });
}

/** A bearer token is valid until it expires. Signing out means to forget it. */
export async function signOut() {
  if (program.offer.paths.signOut !== undefined) await send('signOut', { token: session?.token });
  forget();
}

/** As `send`, with the token if there is one. */
export const sendSigned = (feature, options) => send(feature, { ...options, token: current()?.token });

/** A post that everybody can read, or else one of the reader's own, if the program has a route for these. */
export async function readPost(id) {
  const result = await send('read', { id });
  const isMine = result.status === 404 && current() !== undefined && program.offer.paths.readMine !== undefined;
  return isMine ? sendSigned('readMine', { id }) : result;
}

/** Whether to offer what changes something. A program without a login lets everybody write. */
export const mayWrite = () => current() !== undefined || program.offer.paths.signIn === undefined;

/** Up to chapter 15, the contract lets every user change every post. This page offers it to the author only, if the post has one. */
export const mayChange = ({ authorId }) =>
  mayWrite() && (authorId === '' || current()?.userId === undefined || authorId === current().userId);

/** What was written and not saved yet. It survives a sign-in, a reload and a program that has stopped. */
export const unsaved = (id) => {
  const kept = read('blog-unsaved');
  return kept?.id === id ? kept : undefined;
};
export const keepUnsaved = (text) => write('blog-unsaved', text);
