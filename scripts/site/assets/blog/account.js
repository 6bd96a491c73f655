// Signing in and registering.
import { element, field, form, link, problemBox, submit } from './parts.js';
import { program } from './program.js';
import { current, register, signIn } from './session.js';
import { takeInterrupted } from './writing.js';

const { say } = window.trellis;

const card = (title, ...nodes) => [
  element('div', { className: 'blog-card' }, element('h1', { className: 'blog-small' }, title), ...nodes),
];

const missing = (title, feature) => ({
  title,
  nodes: card(title, problemBox({ title: 'Not there yet.', text: program.offer.sentences[feature].text })),
});

const email = (autocomplete) => field('Email', 'email', { type: 'email', autocomplete, spellcheck: false });

export function signInView(go, back = '#/') {
  if (program.offer.paths.signIn === undefined) return missing('Sign in', 'signIn');
  const reason = takeInterrupted();
  const target = reason?.back ?? back;
  const fields = [
    email('username'),
    field('Password', 'password', { type: 'password', autocomplete: 'current-password' }),
  ];
  const made = form('blog-form', fields, [submit('Sign in', 'primary')], async (values) => {
    const { problem, status } = await signIn(values);
    if (problem === undefined) return welcome(go, target);
    if (status !== 401) return problem;
    return {
      ...problem,
      text: `${problem.text}Have you registered since your program started? Unless it stores its data in a file or on a database server, a restart removes all accounts.`,
    };
  });
  const other = program.offer.paths.register
    ? [element('p', { className: 'soft' }, 'No account yet? ', link('#/register', '', 'Register'))]
    : [];
  return { title: 'Sign in', isEditor: true, nodes: card('Sign in', ...reasonNote(reason), made, ...other) };
}

function reasonNote(reason) {
  if (reason === undefined) return [];
  const said = reason.error ? `: “${reason.error}”` : '';
  const text = reason.had
    ? `Your program no longer accepts your token${said}. It may have been restarted with a new secret, or the token has expired. Sign in again; what you wrote is still here.`
    : `Your program wants a token for this${said}.`;
  return [element('p', { className: 'blog-note' }, text)];
}

export function registerView(go) {
  const { paths, sentences } = program.offer;
  if (paths.register === undefined) return missing('Register', 'register');
  const fields = [
    field('Name', 'name', { autocomplete: 'name' }),
    email('username'),
    field(
      'Password',
      'password',
      { type: 'password', autocomplete: 'new-password' },
      'The contract asks for at least 8 characters. Your program checks it.',
    ),
  ];
  const made = form('blog-form', fields, [submit('Register', 'primary')], async (values) => {
    const { problem } = await register(values);
    if (problem) return problem;
    if (current()) return welcome(go, '#/');
    return { isGood: true, title: 'You are registered.', text: sentences.signIn.text };
  });
  const other = paths.signIn
    ? [element('p', { className: 'soft' }, 'Already registered? ', link('#/sign-in', '', 'Sign in'))]
    : [];
  return { title: 'Register', isEditor: true, nodes: card('Register', made, ...other) };
}

function welcome(go, target) {
  say(`You are signed in as ${current().name ?? 'a user'}.`);
  go(target);
}
