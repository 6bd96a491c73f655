// Your blog: the posts of the running program. This file shows the view that the address asks for, and what surrounds it.
import { registerView, signInView } from './account.js';
import { button, element, link, obstacleView, problemBox, skeleton } from './parts.js';
import { followProgram, lookAtProgram, on, program } from './program.js';
import './requests.js';
import { draftsView, listView, postView } from './reading.js';
import { current, mayWrite, signOut } from './session.js';
import { editorView, navigateWith, signInAgain } from './writing.js';

const { furnish, say } = window.trellis;
const find = (id) => document.getElementById(id);
const view = find('blog-view');
const notice = find('blog-notice');

function go(hash) {
  if (location.hash === hash) show(true);
  else location.hash = hash;
}
navigateWith(go);

let back = '#/';
const makers = {
  '': listView,
  posts: (id) => (id === undefined ? listView() : postView(id)),
  write: () => editorView(),
  edit: editorView,
  drafts: draftsView,
  'sign-in': () => {
    const target = back;
    back = '#/';
    return signInView(go, target);
  },
  register: () => registerView(go),
};

const decoded = (part) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

async function viewOf() {
  const [name = '', id] = location.hash.replace(/^#\/?/, '').split('/');
  if (program.obstacle) return { title: program.obstacle.title, nodes: [obstacleView(program.obstacle)] };
  const make = Object.hasOwn(makers, name) ? makers[name] : makers[''];
  return make(id === undefined ? undefined : decoded(id));
}

let turn = 0;
let shown = {};

/** Shows the view of the address. Of several that overlap, the last one wins. */
async function show(movesFocus) {
  const mine = ++turn;
  drawNav();
  const later = (milliseconds, act) => setTimeout(() => mine === turn && act(), milliseconds);
  const waits = [
    later(200, () => {
      view.setAttribute('aria-busy', 'true');
      view.replaceChildren(skeleton());
    }),
    later(3000, () => tell('Your program hasn’t responded yet. This page waits for 30 seconds.')),
  ];
  const next = await viewOf().catch((error) => ({
    title: 'Your blog',
    nodes: [element('h1', {}, 'Your blog'), problemBox({ title: 'This page failed.', text: error.message })],
  }));
  for (const wait of waits) clearTimeout(wait);
  if (mine !== turn) return;
  if (next.redirect) {
    back = next.back ?? location.hash;
    location.replace(next.redirect);
    return;
  }
  if (next.isRefused) return signInAgain(next.error);
  tell('');
  shown = next;
  view.removeAttribute('aria-busy');
  view.replaceChildren(...next.nodes);
  document.title = `${next.title} · Trellis`;
  furnish(view);
  drawNav();
  if (!movesFocus) return;
  scrollTo({ top: 0 });
  const heading = view.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function tell(...words) {
  notice.replaceChildren(...words);
}

function drawNav() {
  const { paths } = program.offer;
  const hash = location.hash || '#/';
  const item = (href, text, className = '') => {
    const made = link(href, className, text);
    if (hash === href) made.setAttribute('aria-current', 'page');
    return made;
  };
  const session = current();
  const isBlocked = program.obstacle !== null || shown.isObstacle === true;
  const items = isBlocked ? [] : [item('#/', 'Posts')];
  if (!isBlocked) {
    if (paths.mine && session) items.push(item('#/drafts', 'My drafts'));
    else if (!paths.mine && paths.drafts && mayWrite()) items.push(item('#/drafts', 'Drafts'));
    items.push(element('span', { className: 'blog-gap' }));
    if (session) {
      items.push(element('span', { className: 'blog-who' }, session.name ?? 'Signed in'));
      items.push(button('Sign out', 'blog-plain', leave));
    } else {
      if (paths.signIn) items.push(item('#/sign-in', 'Sign in'));
      if (paths.register) items.push(item('#/register', 'Register'));
    }
    if (paths.write && mayWrite()) items.push(item('#/write', 'Write', 'button'));
  }
  const nav = find('blog-nav');
  const focused = nav.contains(document.activeElement) ? document.activeElement.textContent : '';
  nav.replaceChildren(...items);
  nav.hidden = items.length === 0;
  if (focused !== '') items.find(({ textContent }) => textContent === focused)?.focus();
}

async function leave() {
  await signOut();
  say('You are signed out: this page has forgotten your token.');
  go('#/');
}

function drawSide() {
  const { chapter, url, offer, chapterLinks } = program;
  const parts = [];
  if (chapter) parts.push(link(chapter.href, 'blog-chapter', `Chapter ${chapter.number}: ${chapter.title}`));
  if (url) parts.push(element('span', { className: 'soft' }, url.replace('http://', '')));
  const state = element('p', { className: `blog-state ${url ? 'is-up' : 'is-down'}` }, ...parts);
  find('blog-program').replaceChildren(...(parts.length > 0 ? [state] : []));
  find('blog-traced').hidden = !program.isTraced;
  const items = (program.obstacle ? [] : offer.missing).map((feature) => {
    const { purpose, text, chapter: number } = offer.sentences[feature];
    const [before, after] = text.split(`chapter ${number}`);
    const href = chapterLinks[number];
    const sentence =
      after === undefined || href === undefined ? [text] : [before, link(href, '', `chapter ${number}`), after];
    return element('li', {}, element('b', {}, purpose), ' ', ...sentence);
  });
  find('blog-missing').hidden = items.length === 0;
  find('blog-missing')
    .querySelector('ul')
    .replaceChildren(...items);
}

// The program stops, or a save has restarted it: what is on the screen stays until there is something better.
on('program', async () => {
  const { run, url, chapter } = program;
  try {
    await lookAtProgram();
  } catch (error) {
    return tell(error.message);
  }
  drawSide();
  if (program.url === null && url !== null) return tell(...stopped(chapter));
  if (shown.isEditor)
    return tell(program.run === run ? '' : 'Your program has restarted. What you have typed is still here.');
  show(false);
});

function stopped(chapter) {
  const head = element('b', {}, 'Your program has stopped.');
  if (program.isStarted) return [head, ' ', program.obstacle.text];
  return [head, ' Start it again with ', element('code', {}, `npm run chapter ${chapter?.number ?? ''}`.trim()), '.'];
}

addEventListener('hashchange', () => show(true));
// Its address would replace that of the view, such as `#/posts/7`.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  find('main-text').focus();
});

try {
  await lookAtProgram();
  drawSide();
  await show(false);
  followProgram();
} catch (error) {
  view.replaceChildren(
    element('h1', {}, 'Your blog'),
    element('p', { className: 'blog-problem', role: 'alert' }, error.message),
  );
}
