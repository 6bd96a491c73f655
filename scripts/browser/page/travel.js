import { readWorkFile, writeWorkFile } from '../../workshop/travel/work-file.ts';
import { Work } from './work.js';

const { element, say } = window.trellis;

/** “Continue on your machine”, and the way back: the work on all chapters in this browser as one file. */
export class Travel {
  #part;
  #work;
  #slugs;
  #onReplaced;

  constructor(part, work, onReplaced) {
    this.#part = part;
    this.#work = work;
    this.#onReplaced = onReplaced;
    this.#slugs = part.dataset.chapters.split(' ');
    part.querySelector('[data-download]').addEventListener('click', () => this.#download());
    part.querySelector('[data-open]').addEventListener('change', async ({ target }) => {
      const [file] = target.files;
      target.value = '';
      if (file) await this.#open(file);
    });
  }

  #download() {
    const works = this.#slugs.map((slug) => (slug === this.#work.slug ? this.#work : new Work(slug, {}, () => {})));
    const own = works.filter((work) => work === this.#work || !work.isStarter).map(departureOf);
    const name = `trellis-work-${new Date().toISOString().slice(0, 10)}.json`;
    const address = URL.createObjectURL(new Blob([writeWorkFile(own)], { type: 'application/json' }));
    element('a', { href: address, download: name }).click();
    URL.revokeObjectURL(address);
    this.#part.querySelector('[data-command]').textContent = `npm run import ${name}`;
    this.#part.querySelector('[data-downloaded]').hidden = false;
  }

  /** Nothing is replaced before the whole file has been read. */
  async #open(file) {
    try {
      const arrived = readWorkFile(await file.text()).map((work) => {
        const slug = this.#slugs.find((each) => each.slice(3) === work.chapter);
        return { ...work, slug };
      });
      const known = arrived.filter(({ slug }) => slug !== undefined);
      if (known.length === 0) throw new Error('The file has no work on a chapter that runs in the browser.');
      for (const each of known) {
        const work = each.slug === this.#work.slug ? this.#work : new Work(each.slug, {}, say);
        work.replace(each.files);
        work.progress = arrivalOf(work, each);
      }
      // Without storage, nothing would be left after it.
      if (this.#work.isKept) location.reload();
      else this.#onReplaced();
    } catch (error) {
      say(`The file wasn’t opened. ${error.message}`);
    }
  }
}

function entryOf(work) {
  try {
    return JSON.parse(work.progress)[work.slug.slice(3)] ?? {};
  } catch {
    return {};
  }
}

function departureOf(work) {
  const { passed = [], hints = {}, hash, variation } = entryOf(work);
  const star = variation && { hasStar: variation.star === hash, hints: variation.hints };
  return { chapter: work.slug.slice(3), files: work.files, passed, hints, variation: star };
}

/** The steps have to pass here again, but what was passed elsewhere stays known: our version of it may be shown. */
function arrivalOf(work, { passed, hints, variation }) {
  const known = entryOf(work);
  const entry = { steps: {}, hash: '', hints, passed: [...new Set([...(known.passed ?? []), ...passed])] };
  if (variation) entry.variation = { since: Date.now(), first: '', hints: variation.hints };
  return JSON.stringify({ [work.slug.slice(3)]: entry });
}
