// The list of posts, one post, and the drafts.
import { button, byline, draftBadge, drawing, element, link, obstacleView, problemBox, titleOf } from './parts.js';
import { excerptOf, postFrom, postsFrom, program, send } from './program.js';
import { current, mayChange, mayWrite, readPost, sendSigned } from './session.js';
import { deletePost, setPublished } from './writing.js';

const addressOf = ({ id }) => `#/posts/${encodeURIComponent(id)}`;
/** How many are shown at once, of however many the program returns. */
const portion = 20;

const entry = (post) => {
  const shortTitle = excerptOf(titleOf(post), 140);
  const title = element(
    'h2',
    { className: 'blog-headline' },
    post.id ? link(addressOf(post), '', shortTitle) : shortTitle,
  );
  const summary = excerptOf(post.content, 320);
  return element(
    'li',
    { className: 'blog-entry' },
    ...(post.isDraft ? [draftBadge()] : []),
    title,
    ...(summary ? [element('p', { className: 'blog-excerpt' }, summary)] : []),
    byline(post),
  );
};

/** The posts, and a button for more: first for those that are here already, then for the program's next page. */
function listOf(posts, next, feature) {
  const list = element('ul', { className: 'blog-list' });
  const rest = [...posts];
  const showMore = () => list.append(...rest.splice(0, portion).map((post) => entry(post)));
  showMore();
  const more = button('Older posts', 'quiet blog-more', async () => {
    const known = list.children.length;
    if (rest.length === 0) {
      more.setAttribute('aria-disabled', 'true');
      const loaded = postsFrom(await sendSigned(feature, { path: next }));
      more.removeAttribute('aria-disabled');
      if (loaded.problem) return void more.after(problemBox(loaded.problem));
      rest.push(...loaded.posts);
      next = loaded.next;
    }
    showMore();
    more.hidden = rest.length === 0 && !next;
    // The button may be gone: continue to read with the first of the new ones.
    list.children[known]?.querySelector('a')?.focus();
  });
  more.hidden = rest.length === 0 && !next;
  return [list, more];
}

const retry = () => button('Try again', 'quiet', () => dispatchEvent(new Event('hashchange')));
const failed = (title, problem) => ({ title, nodes: [element('h1', {}, title), problemBox(problem, retry())] });

export async function listView() {
  const result = await send('list');
  if (result.status === 404)
    return { title: 'Your blog', isObstacle: true, nodes: [obstacleView(program.withoutPosts)] };
  const { posts, next, problem } = postsFrom(result);
  if (problem) return failed('Your blog', problem);
  const head = element('header', { className: 'blog-hero' }, element('h1', {}, 'Your blog'));
  if (posts.length === 0) return { title: 'Your blog', nodes: [head, nothingYet()] };
  head.append(element('p', { className: 'blog-lead' }, tagline(posts, next)));
  return { title: 'Your blog', nodes: [head, ...listOf(posts, next, 'list')] };
}

function tagline(posts, next) {
  const count = next ? `The ${posts.length} newest posts` : posts.length === 1 ? 'One post' : `${posts.length} posts`;
  return `${count}, served by the program you wrote.`;
}

function nothingYet() {
  const { paths } = program.offer;
  const draftsHint = current() && paths.mine ? 'Drafts appear here when you publish them.' : '';
  const actions = [];
  if (mayWrite() && paths.write) actions.push(link('#/write', 'button', 'Write the first post'));
  else if (paths.signIn) actions.push(link('#/sign-in', 'button', 'Sign in to write'));
  if (!mayWrite() && paths.register) actions.push(link('#/register', 'quiet', 'Register'));
  return element(
    'div',
    { className: 'blog-empty' },
    drawing(),
    element('h2', {}, 'Nothing is published yet'),
    element('p', { className: 'blog-lead' }, `Your program works: it returned an empty array. ${draftsHint}`),
    element('p', { className: 'blog-actions' }, ...actions),
  );
}

export async function postView(id) {
  const result = await readPost(id);
  if (result.status === 404) return noSuchPost();
  if (result.problem) return failed('This post can’t be shown', result.problem);
  const post = postFrom(result.value);
  if (post === undefined) {
    const text = `GET /posts/:id should return an object. Your program returned ${excerptOf(JSON.stringify(result.value) ?? 'nothing', 120)}`;
    return failed('This post can’t be shown', { title: 'The response isn’t a post', text, id: result.id });
  }
  const title = element('h1', { className: titleOf(post).length > 90 ? 'is-long' : '' }, titleOf(post));
  const prose = element('div', { className: 'blog-prose' });
  for (const paragraph of post.content.split(/\n\s*\n/)) {
    if (paragraph.trim() !== '') prose.append(element('p', {}, paragraph.replace(/^\n+|\s+$/g, '')));
  }
  const body = element(
    'article',
    { className: 'blog-post' },
    element('header', {}, ...(post.isDraft ? [draftBadge()] : []), title, byline(post, true)),
    ...toolsOf(post, id),
    prose,
    element('footer', {}, link('#/', 'blog-back', '← All posts')),
  );
  return { title: titleOf(post), nodes: [body] };
}

function noSuchPost() {
  const text = 'It may have been deleted. If your program keeps its posts in memory, a restart removes them.';
  const nodes = [drawing(), element('h1', {}, 'There is no such post'), element('p', { className: 'blog-lead' }, text)];
  const back = element('p', { className: 'blog-actions' }, link('#/', 'button', 'All posts'));
  return { title: 'No such post', nodes: [element('div', { className: 'blog-empty' }, ...nodes, back)] };
}

/** Edit, publish and delete, as far as the program can do it and the reader is the author. */
function toolsOf(post, id) {
  const { change, remove } = program.offer.paths;
  if (!mayChange(post) || (!change && !remove)) return [];
  const outcome = element('div', { className: 'blog-outcome' });
  const run = (action) => async (pressed) => {
    pressed.setAttribute('aria-disabled', 'true');
    const problem = await action(id, post);
    pressed.removeAttribute('aria-disabled');
    outcome.replaceChildren(...(problem ? [problemBox(problem)] : []));
  };
  const tools = [];
  if (change && post.isDraft)
    tools.push(
      button(
        'Publish',
        'primary',
        run((...of) => setPublished(...of, true)),
      ),
    );
  if (change) tools.push(link(`#/edit/${encodeURIComponent(id)}`, 'quiet', 'Edit'));
  if (change && !post.isDraft)
    tools.push(
      button(
        'Unpublish',
        'quiet',
        run((...of) => setPublished(...of, false)),
      ),
    );
  if (remove) tools.push(button('Delete', 'quiet is-danger', run(deletePost)));
  return [element('div', { className: 'blog-tools', role: 'group', ariaLabel: 'This post' }, ...tools), outcome];
}

/** From `/my-posts`; before there are users, from `/admin/drafts`. */
export async function draftsView() {
  const { mine, drafts } = program.offer.paths;
  const title = mine ? 'My drafts' : 'Drafts';
  const feature = mine ? 'mine' : 'drafts';
  if (mine && !current()) return { redirect: '#/sign-in' };
  if (!mine && !drafts) return failed(title, { title: 'Not there yet', text: program.offer.sentences.mine.text });
  const result = await sendSigned(feature);
  if (result.status === 401) return { isRefused: true, error: result.error };
  const { posts, next, problem } = postsFrom(result);
  if (problem) return failed(title, problem);
  const [open, done] = [posts.filter(({ isDraft }) => isDraft), posts.filter(({ isDraft }) => !isDraft)];
  const everyone = current() ? 'everyone who signs in' : 'everyone';
  const whose = mine ? "They aren't in the list of posts." : `Your program shows them to ${everyone}.`;
  const lead =
    open.length > 0 ? `Not published yet. ${whose}` : 'There are none. What you save without publishing appears here.';
  const head = element(
    'header',
    { className: 'blog-hero' },
    element('h1', {}, title),
    element('p', { className: 'blog-lead' }, lead),
  );
  const rest =
    done.length > 0
      ? [element('h2', { className: 'blog-list-title' }, 'Published'), ...listOf(done, next, feature)]
      : [];
  return {
    title,
    nodes: [head, ...(open.length > 0 ? listOf(open, done.length > 0 ? '' : next, feature) : []), ...rest],
  };
}
