// Writing, publishing and deleting.
import { button, confirmed, element, field, form, link, problemBox, submit, titleOf } from './parts.js';
import { postFrom, program } from './program.js';
import { current, forget, keepUnsaved, readPost, sendSigned, unsaved } from './session.js';

const { say } = window.trellis;

let go = () => {};
/** How the views change the address. */
export const navigateWith = (navigate) => {
  go = navigate;
};

/** Where to go after signing in again, and why that is necessary. */
let interrupted;
export const takeInterrupted = () => {
  const taken = interrupted;
  interrupted = undefined;
  return taken;
};

/** The program doesn't accept the token: asks for a new one, and comes back. */
export function signInAgain(error, back = location.hash) {
  const had = current() !== undefined;
  forget();
  interrupted = { back, error, had };
  go('#/sign-in');
}

/** What is wrong with a change, if anything. A rejected token leads to the sign-in. */
function problemOf(result) {
  if (result.status === 401) return void signInAgain(result.error);
  const isOld = result.status >= 500 && current() && current().run !== program.run;
  return isOld ? { ...result.problem, text: `${result.problem.text} ${accountMayBeGone}` } : result.problem;
}

const accountMayBeGone =
  'Your program has restarted since you signed in. If it keeps its data in memory, your account is gone: sign out, and register again.';

/** PUT replaces the whole post: fields that are left out become empty. */
const changed = ({ title, content }, published) => ({ title, content, published });

export async function setPublished(id, post, published) {
  const result = await sendSigned('change', { id, body: changed(post, published) });
  if (!result.problem) {
    say(published ? 'Published.' : 'It is a draft again.');
    return go(`#/posts/${encodeURIComponent(id)}`);
  }
  return problemOf(result);
}

export async function deletePost(id, post) {
  if (!(await confirmed(`Delete “${titleOf(post).slice(0, 80)}”?`, 'Delete'))) return undefined;
  const result = await sendSigned('remove', { id });
  if (result.problem) return problemOf(result);
  say('Deleted.');
  return go(post.isDraft && program.offer.paths.mine ? '#/drafts' : '#/');
}

export async function editorView(id) {
  const { write, change, signIn } = program.offer.paths;
  const isNew = id === undefined;
  const title = isNew ? 'Write' : 'Edit';
  if (!(isNew ? write : change)) {
    const { text } = program.offer.sentences[isNew ? 'write' : 'change'];
    return { title, nodes: [element('h1', {}, title), problemBox({ title: 'Not there yet.', text })] };
  }
  if (signIn && !current()) return { redirect: '#/sign-in', back: location.hash };
  const kept = unsaved(id ?? '');
  let post = { title: '', content: '', isDraft: true };
  if (!isNew) {
    const result = await readPost(id);
    if (result.problem) return { title, nodes: [element('h1', {}, title), problemBox(result.problem)] };
    post = postFrom(result.value) ?? post;
  }
  return {
    title,
    isEditor: true,
    nodes: [
      element('h1', { className: 'blog-small' }, isNew ? 'A new post' : 'Edit'),
      ...restoredNote(kept, id),
      editor(post, kept, id),
    ],
  };
}

function restoredNote(kept, id) {
  if (kept === undefined) return [];
  const discard = button('Discard it', 'quiet', () => {
    keepUnsaved(undefined);
    go(id === undefined ? '#/write' : `#/edit/${encodeURIComponent(id)}`);
  });
  return [element('p', { className: 'blog-note' }, 'This is what you had written and not saved. ', discard)];
}

function editor(post, kept, id) {
  const isNew = id === undefined;
  const value = kept ?? post;
  const fields = [
    field('Title', 'title', { value: value.title, className: 'blog-input is-title', autocomplete: 'off' }),
    field(
      'Text',
      'content',
      { isLong: true, rows: 14, value: value.content, className: 'blog-input is-text' },
      'An empty line starts a new paragraph.',
    ),
  ];
  const canPublish = program.offer.paths.change !== undefined;
  const [save, publish] = [
    submit(isNew || post.isDraft ? 'Save as draft' : 'Save', 'quiet', 'save'),
    submit('Publish', 'primary', 'publish'),
  ];
  if (!post.isDraft) save.className = 'primary';
  const cancel = link(isNew ? '#/' : `#/posts/${encodeURIComponent(id)}`, 'blog-cancel', 'Cancel');
  cancel.addEventListener('click', () => keepUnsaved(undefined));
  const made = form(
    'blog-editor',
    fields,
    [...(canPublish && post.isDraft ? [publish] : []), save, cancel],
    (values, pressed) => saved(values, isNew ? undefined : id, pressed === 'publish' || !post.isDraft),
  );
  made.addEventListener('input', () => keepUnsaved({ ...Object.fromEntries(new FormData(made)), id: id ?? '' }));
  return made;
}

/** A new post is created as a draft, and published by a second request: the contract has no shorter way. */
async function saved(values, id, isPublished) {
  const isNew = id === undefined;
  const body = isNew ? { title: values.title, content: values.content } : changed(values, isPublished);
  const result = await sendSigned(isNew ? 'write' : 'change', { id, body });
  if (result.problem) return problemOf(result);
  keepUnsaved(undefined);
  const post = postFrom(result.value);
  const target = id ?? post?.id;
  if (!target) {
    const text = 'The response contains no post with an id, so this page can’t open it.';
    return { title: 'It is saved.', text, id: result.id };
  }
  if (isNew && isPublished) {
    const problem = await setPublished(target, values, true);
    if (problem === undefined) return undefined;
    say(`It is saved as a draft. ${problem.title}: ${problem.text}`);
  } else {
    say(isPublished ? 'Saved.' : 'Saved as a draft.');
  }
  return go(`#/posts/${encodeURIComponent(target)}`);
}
