// Building blocks of the views. Whatever a program returns becomes a text node, and never markup.
import { excerptOf, program } from './program.js';

const { element } = window.trellis;

export { element };

export const link = (href, className, ...children) => element('a', { href, className }, ...children);

export const button = (text, className, onClick) => {
  const made = element('button', { type: 'button', className }, text);
  made.addEventListener('click', () => onClick(made));
  return made;
};

export const titleOf = ({ title }) => title || 'Untitled';

export const xrayLink = (id, text = 'See it in X-ray') => link(`/x-ray/sent/${id}`, '', text);

/** What went wrong, in the words of the program if it sent any, and what to do next. */
export function problemBox({ title, text, id }, ...actions) {
  const more = id && program.isTraced ? [xrayLink(id)] : [];
  const row = [...actions, ...more];
  return element(
    'div',
    { className: 'blog-problem', role: 'alert' },
    element('p', {}, element('b', {}, title), ' ', text),
    ...(row.length > 0 ? [element('p', { className: 'blog-actions' }, ...row)] : []),
  );
}

/** What went well, and what comes next. */
function noteBox({ title, text }) {
  return element('p', { className: 'blog-note', role: 'status' }, element('b', {}, title), ' ', text);
}

/** The reason why there is nothing to show. */
export function obstacleView({ title, text, command, link: way }) {
  const nodes = [element('h1', {}, title), element('p', { className: 'blog-lead' }, text)];
  if (command !== undefined) {
    const code = element('code', {}, element('span', { className: 'line' }, command));
    const figure = element(
      'figure',
      { className: 'code' },
      element('pre', { tabIndex: 0, ariaLabel: 'Command' }, code),
    );
    figure.dataset.language = 'sh';
    nodes.push(figure);
  }
  if (way !== undefined) nodes.push(element('p', { className: 'blog-actions' }, link(way.href, 'button', way.text)));
  return element('div', { className: 'blog-empty' }, drawing(), ...nodes);
}

/** The trellis of the home page, with a single leaf. */
export function drawing() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 120 72',
    width: '120',
    height: '72',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value);
  for (const [className, d] of [
    ['blog-slats', 'M24 6V66M60 6V66M96 6V66M6 22H114M6 50H114'],
    ['blog-leaf', 'M60 50c-2-13 6-19 15-20c2 11-4 19-15 20z'],
  ]) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', className);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** Grey lines in the place of the text, for a program that takes its time. */
export function skeleton() {
  const bars = ['short', 'title', 'long', 'long', 'middle'].map((size) =>
    element('span', { className: `bone is-${size}` }),
  );
  const hidden = element('h1', { className: 'visually-hidden' }, 'Waiting for your program');
  return element('div', { className: 'blog-skeleton' }, hidden, ...bars);
}

const inFull = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

export function dateView(date) {
  return element('time', { dateTime: date.toISOString() }, inFull.format(date));
}

const tones = 4;

/** Author, date and reading time, as far as they are known. */
export function byline({ author, created, content }, isLarge = false) {
  const minutes = Math.max(1, Math.round(content.split(/\s+/).length / 220));
  const facts = [
    author && element('span', { className: 'blog-author' }, excerptOf(author, 60)),
    created && dateView(created),
    element('span', {}, `${minutes} min read`),
  ].filter(Boolean);
  const line = element('p', { className: `blog-byline${isLarge ? ' is-large' : ''}` });
  if (author) {
    const tone = [...author].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % tones;
    line.append(
      element('span', { className: `blog-face is-tone-${tone}`, ariaHidden: 'true' }, [...author][0].toUpperCase()),
    );
  }
  line.append(element('span', { className: 'blog-facts' }, ...facts));
  return line;
}

export const draftBadge = () => element('span', { className: 'blog-badge' }, 'Draft');

let labels = 0;

/** A labelled field of a form. `note` is read out with it. */
export function field(label, name, properties = {}, note = '') {
  const id = `blog-field-${++labels}`;
  const { isLong, ...rest } = properties;
  const input = element(isLong ? 'textarea' : 'input', { id, name, className: 'blog-input', ...rest });
  const parts = [element('label', { htmlFor: id }, label), input];
  if (note !== '') {
    input.setAttribute('aria-describedby', `${id}-note`);
    parts.push(element('p', { id: `${id}-note`, className: 'soft' }, note));
  }
  return element('div', { className: 'blog-field' }, ...parts);
}

/** A form that sends one thing at a time, and shows a problem where the reader is. */
export function form(className, fields, buttons, onSubmit) {
  const outcome = element('div', { className: 'blog-outcome' });
  const made = element(
    'form',
    { className, noValidate: true },
    ...fields,
    outcome,
    element('p', { className: 'blog-actions' }, ...buttons),
  );
  let isSending = false;
  made.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    outcome.replaceChildren();
    const { submitter } = event;
    submitter?.setAttribute('aria-disabled', 'true');
    const values = Object.fromEntries(new FormData(made));
    const problem = await onSubmit(values, submitter?.value ?? '');
    isSending = false;
    submitter?.removeAttribute('aria-disabled');
    if (problem) outcome.replaceChildren(problem.isGood ? noteBox(problem) : problemBox(problem));
  });
  return made;
}

export const submit = (text, className, value = '') => element('button', { type: 'submit', className, value }, text);

/** Asks before something is lost. Resolves to whether the answer was yes. */
export function confirmed(question, yes) {
  const title = element('h2', { id: 'blog-question', className: 'blog-question' }, question);
  const cancel = element('button', { value: '', className: 'quiet' }, 'Cancel');
  const sure = element('button', { value: 'yes', className: 'primary is-danger' }, yes);
  const ask = element('form', { method: 'dialog' }, title, element('p', { className: 'blog-actions' }, sure, cancel));
  const dialog = element('dialog', { className: 'blog-dialog' }, ask);
  dialog.setAttribute('aria-labelledby', 'blog-question');
  document.body.append(dialog);
  dialog.showModal();
  cancel.focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
