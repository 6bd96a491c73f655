import { Machine } from './connection.js';
import { Editor } from './editor.js';
import { FileTabs } from './file-tabs.js';
import { closeMenus } from './menus.js';
import { Panels } from './panels.js';
import { Questions } from './questions.js';
import { Requests } from './requests.js';
import { Switch } from './switch.js';
import { Travel } from './travel.js';
import { Work } from './work.js';

// The page of a chapter with an editor: wires its parts. What the learner sees was there before this script.

const { assets, stored, store, say } = window.trellis;
const { chapter: slug } = document.body.dataset;
const folder = `${assets}try/`;
const bench = document.querySelector('.bench');
const find = (selector) => bench.querySelector(selector);
const activity = document.querySelector('.activity');

const pause = 900;

async function start() {
  const response = await fetch(`${folder}chapters/${slug}.json`);
  if (!response.ok) throw new Error(`The chapter could not be loaded: the server responded with ${response.status}.`);
  const chapter = await response.json();
  const work = new Work(slug, chapter.starter, say);
  const panels = new Panels(find('.bench-results'));
  let problems = [];
  let isReady = false;
  let timer;

  const machine = new Machine((event) => {
    if (event.type === 'printed') panels.print(event.text);
    if (event.type === 'trace') panels.showTrip(event.trace);
    if (event.type === 'broken')
      activity.textContent = `The machine in this page has stopped: ${event.message} Reload the page.`;
    if (event.type === 'progress') work.progress = event.text;
    if (event.type === 'problems') {
      problems = event.problems;
      editor.mark(problems);
      tabs.mark(problems);
    }
    if (event.type === 'steps') {
      steadily(() => {
        dispatchEvent(new CustomEvent('steps', { detail: event }));
        panels.showSteps(event);
      });
      remember(event.states);
    }
  });

  /** Once for the program, and once for the checks. */
  const check = async (cause = 'request') => {
    clearTimeout(timer);
    if (!isReady) return say('The compiler is still loading. The check starts when it is ready.');
    try {
      // The starter is known to need no more.
      if (!work.isStarter) await machine.complete;
    } catch (error) {
      return say(`${error.message} Reload the page.`);
    }
    machine.tell({ type: 'save', files: work.files });
    machine.tell({ type: 'check', cause });
  };
  const changed = () => {
    clearTimeout(timer);
    if (isReady && find('[data-on-change]').checked) timer = setTimeout(check, pause, 'typing');
  };

  const editor = new Editor(find('.bench-editor'), {
    onChange: (name, text) => {
      work.save(name, text);
      changed();
    },
    onCheck: () => check(),
  });
  const open = (name) => {
    editor.open(name, work.files[name]);
    editor.mark(problems);
  };
  const tabs = new FileTabs(find('.bench-files'), work, { open, changed, forget: () => editor.forget() });
  tabs.draw(bench.dataset.first);
  document.querySelector('.skip[href="#bench-editor"]').addEventListener('click', (event) => {
    event.preventDefault();
    bench.scrollIntoView({ block: 'nearest' });
    editor.focus();
  });
  new Travel(find('.bench-travel'), work, () => {
    editor.forget();
    tabs.draw();
    changed();
  });
  work.onOtherTab(() =>
    say(
      'This chapter was changed in another tab. Reload this page to continue with that version, or go on here: “Restore” brings the other one back.',
    ),
  );

  for (const button of document.querySelectorAll('[data-check-here]')) button.addEventListener('click', () => check());
  const onChange = find('[data-on-change]');
  onChange.checked = stored('try on-change') !== 'no';
  onChange.addEventListener('change', () => store('try on-change', onChange.checked ? 'yes' : 'no'));
  new Requests(find('.bench-request'), {
    send: (command, shown) => (isReady ? machine.send(command, shown) : 'The program is still starting.'),
    isComplete: () => machine.isComplete,
  });

  const ask = (question) =>
    isReady ? machine.ask(question) : Promise.reject(new Error('The program is still starting.'));
  new Questions(ask, chapter.predictions);

  const files = { ...chapter.files };
  if (work.progress) files['/trellis/.workshop/progress.json'] = work.progress;
  const isComplete = !(chapter.startsEarly && work.isStarter);
  await machine.open(folder, find('iframe'), { isComplete, files }, (bytes) => {
    // What follows later is no reason to wait.
    if (!isReady) activity.textContent = `Loading the compiler: ${(bytes / 1e6).toFixed(1)} MB …`;
  });
  isReady = true;
  activity.textContent = 'Ready.';
  machine.tell({ type: 'learn', slug, files: work.files });
  bench.dataset.ready = 'true';
  keepForLater();
  if (!work.isStarter) machine.tell({ type: 'check' });
}

/** The published site has a service worker, and the local one needs none. Private windows refuse it. */
async function keepForLater() {
  if (!('published' in bench.dataset)) return;
  try {
    await navigator.serviceWorker?.register(`${assets}../offline.js`);
    const { active } = (await navigator.serviceWorker?.ready) ?? {};
    active?.postMessage('keep pages');
  } catch {}
}

/** The cards of the text grow with a verdict. On a phone they are above the editor, which must not move away from a finger. */
function steadily(change) {
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const anchor = seen?.closest('.bench') ?? seen;
  const before = anchor?.getBoundingClientRect().top;
  change();
  const moved = anchor?.isConnected ? anchor.getBoundingClientRect().top - before : 0;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** The published pages show the steps that are done: see `rememberTicks` in site.js. */
function remember(states) {
  const ticks = JSON.parse(stored('ticks') ?? '{}');
  const passed = states.filter(({ state }) => state === 'passed').map(({ step }) => String(step));
  store('ticks', JSON.stringify({ ...ticks, [slug]: [...new Set([...(ticks[slug] ?? []), ...passed])] }));
}

function obstacle() {
  if (location.protocol === 'file:')
    return 'A page that is opened from the disk can’t run programs. Serve the folder with any web server.';
  if (!globalThis.WebAssembly || !globalThis.DecompressionStream)
    return 'This browser is too old to run the program: it has no WebAssembly or no DecompressionStream.';
  return undefined;
}

const note = document.querySelector('.try-note');
if (note) {
  if (matchMedia('(max-width: 60rem)').matches) note.open = false;
  note.dataset.settled = '';
}
closeMenus(bench.querySelectorAll('.bench-menu'));
new Switch(document.querySelector('.bench-switch'), bench);
// The line has room for a few words of it.
new MutationObserver(() => {
  activity.title = activity.textContent;
}).observe(activity, { childList: true });

const why = obstacle();
if (why) activity.textContent = why;
else
  start().catch((error) => {
    activity.textContent = `The program can’t run here: ${error.message}`;
  });
