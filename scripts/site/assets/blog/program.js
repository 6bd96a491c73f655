// The learner's program: what it offers, and requests to it. The server of these pages passes them on.

/** What is known of the running program; see scripts/site/blog/running-blog.ts. */
export let program;

const listeners = { sending: () => () => {}, program: () => {} };
export const on = (event, listener) => {
  listeners[event] = listener;
};

const ours = async (address, options = {}) => {
  const headers = { accept: 'application/json', ...options.headers };
  let response;
  try {
    response = await fetch(address, { ...options, headers });
  } catch {
    throw new Error('These pages have lost their own server. Start npm run docs again, and reload the page.');
  }
  const content = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(content.error ?? `The server of these pages responded with ${response.status}.`);
  return content;
};

export async function lookAtProgram() {
  program = await ours('/blog/program');
  return program;
}

/** Connects only while the page is visible, as X-ray does. */
let events;
export function followProgram() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource('/x-ray/stream');
  events.addEventListener('program', ({ data }) => {
    const { url, run, chapter } = JSON.parse(data);
    const isSame = program.url === url && program.run === run && program.isStarted === (chapter !== null);
    if (!isSame) listeners.program();
  });
}
document.addEventListener('visibilitychange', followProgram);
addEventListener('pagehide', () => events?.close());
addEventListener('pageshow', (event) => event.persisted && followProgram());

/** The path of a route, with the id of a post. */
const pathOf = (feature, id) => (program.offer.paths[feature] ?? '').replace(':id', () => encodeURIComponent(id ?? ''));

const methods = { write: 'POST', change: 'PUT', remove: 'DELETE', register: 'POST', signIn: 'POST', signOut: 'POST' };

/**
 * Sends a request for one of the features, and returns what came back: `value` is the parsed body, and `problem` says why
 * there is none that the page could use.
 */
export async function send(feature, { id, body, token, path = pathOf(feature, id) } = {}) {
  const method = methods[feature] ?? 'GET';
  const sentBody = body === undefined ? '' : JSON.stringify(body);
  const sent = listeners.sending({ method, path });
  let response;
  try {
    response = await ours('/blog/send', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, path, token: token ?? '', body: sentBody }),
    });
  } catch (error) {
    const failed = { method, path, status: 0, problem: { title: 'Your program didn’t respond', text: error.message } };
    sent(failed);
    return failed;
  }
  const result = { ...response, method, path, ...judge(feature, response) };
  sent(result);
  return result;
}

const parsed = (text) => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {};
  }
};

/** The value of a response, or what is wrong with it. */
function judge(feature, { status, body, type, isCut, wait, id }) {
  const { value } = parsed(body);
  const error = typeof value?.error === 'string' ? value.error : '';
  const fail = (title, text) => ({ error, problem: { title, text, id, status } });
  if (status >= 200 && status < 300) {
    if (status === 204 || value !== undefined) return { value };
    if (isCut)
      return fail('The response is too long', 'Your program sent more than 10 MB, and this page read no further.');
    return fail(
      'The response isn’t JSON',
      `Your program sent ${type || 'a body without a Content-Type'}: ${excerptOf(body, 160)}`,
    );
  }
  const known = feature === 'read' ? undefined : program.offer.sentences[feature];
  if (known && status === 501)
    return fail('Not there yet', `The route responds with 501, Not Implemented: ${chapterText(known)} adds the rest.`);
  if (known && status === 404 && (!program.offer.isKnown || error === 'Not Found'))
    return fail('Not there yet', known.text);
  if (status === 429) return fail('Too many requests', `Your program refuses more for now. ${waitText(wait)}`);
  if (status >= 500)
    return fail(`Your program failed with ${status}`, `${sentence(error)}X-ray shows where it happened.`);
  if (status === 401) return fail('Your program doesn’t accept this', sentence(error) || '401 Unauthorized.');
  if (status === 400)
    return fail(
      'Your program rejects this',
      `${sentence(error)}If a rule of a field is broken, X-ray shows which one.`,
    );
  return fail(`Your program responded with ${status}`, sentence(error) || excerptOf(body, 160));
}

const chapterText = ({ chapter }) => (chapter === program.chapter?.number ? 'this chapter' : `chapter ${chapter}`);

const sentence = (text) => (text === '' ? '' : `${text.replace(/[.!?]?$/, '.')} `);

const waitText = (wait) =>
  /^\d{1,6}$/.test(wait) ? `Try again in ${wait === '1' ? 'a second' : `${wait} seconds`}.` : 'Try again in a while.';

/** The beginning of a text on one line, cut between words if possible. */
export function excerptOf(text, length) {
  const line = text
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length - 30)).trimEnd()} …`;
}

/** A post from whatever the program returned: every field is checked, and shown as text. */
export function postFrom(value) {
  const found = value?.data ?? value;
  if (found === null || typeof found !== 'object' || Array.isArray(found)) return undefined;
  const text = (field) =>
    typeof field === 'string' ? field : field === undefined || field === null ? '' : String(field);
  const { id, title, content, author, author_id, published, created_at, updated_at } = found;
  return {
    // Half of a surrogate pair can't be part of an address.
    id: text(id).toWellFormed(),
    title: text(title).trim(),
    content: text(content),
    author: text(author?.name).trim(),
    authorId: text(author_id ?? author?.id),
    isDraft: published === false,
    created: dateFrom(created_at),
    updated: dateFrom(updated_at),
  };
}

const dateFrom = (value) => {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** The posts in a response, or a problem if it has no array. */
export function postsFrom(result) {
  if (result.problem) return { problem: result.problem };
  const list = Array.isArray(result.value) ? result.value : result.value?.data;
  if (!Array.isArray(list)) {
    const text = `${result.method} ${result.path} should return an array of posts. Your program returned ${excerptOf(JSON.stringify(result.value) ?? 'nothing', 120)}`;
    return { problem: { title: 'The response isn’t an array', text, id: result.id } };
  }
  return { posts: list.map(postFrom).filter(Boolean), next: result.next };
}
