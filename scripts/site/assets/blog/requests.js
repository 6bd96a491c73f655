// The requests that this page has sent, newest first. Each leads to its trace.
import { element, link } from './parts.js';
import { on, program } from './program.js';

const section = document.getElementById('blog-requests');
const list = document.getElementById('blog-trips');
const mostListed = 30;
let count = 0;

on('sending', (request) => {
  const row = element('li', {}, rowOf(request, 'waiting'));
  list.prepend(row);
  while (list.children.length > mostListed) list.lastElementChild.remove();
  section.hidden = false;
  document.getElementById('blog-count').textContent = String(++count);
  return (result) => row.replaceChildren(rowOf(result));
});

function rowOf({ id, method, path, status, ms, isDeprecated, sunset }, word = status === 0 ? 'none' : String(status)) {
  const kind = status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'warn' : 'good';
  const cell = (className, text) => element('span', { className }, text);
  const cells = [
    ...[cell('method', method), ' ', element('span', { className: 'path', title: path }, path), ' '],
    ...[cell(`status${status === undefined ? '' : ` is-${kind}`}`, word), ' ', cell('ms', timeOf(ms))],
    ...(isDeprecated ? [' ', cell('what', deprecationOf(sunset))] : []),
  ];
  return id && program.isTraced ? link(`/x-ray/sent/${id}`, '', ...cells) : element('span', {}, ...cells);
}

function timeOf(ms) {
  if (ms === undefined) return '';
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function deprecationOf(sunset) {
  const end = new Date(sunset);
  return Number.isNaN(end.getTime()) ? 'deprecated' : `deprecated, ends ${end.toISOString().slice(0, 10)}`;
}

// Beside the text it is open. Below the text, on a smaller screen, it would be in the way.
section.open = innerWidth > 1088;
