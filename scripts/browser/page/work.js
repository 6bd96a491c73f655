// The learner's files of one chapter, kept in this browser as they are typed.

const mostKept = 5;

export class Work {
  slug;
  #key;
  #starter;
  /** Called with a sentence if the browser can't keep them. */
  #onTrouble;
  files;
  /** What another tab has written since. */
  #elsewhere;
  /** Whether the browser keeps the work. */
  isKept = true;

  constructor(slug, starter, onTrouble) {
    this.slug = slug;
    this.#key = `try ${slug}`;
    this.#starter = starter;
    this.#onTrouble = onTrouble;
    this.files = this.#read(this.#key)?.files ?? { ...starter };
  }

  get progress() {
    return this.#read(`${this.#key} progress`);
  }

  set progress(text) {
    this.#write(`${this.#key} progress`, text);
  }

  /** Earlier versions, the newest first. */
  get kept() {
    return this.#read(`${this.#key} kept`) ?? [];
  }

  get isStarter() {
    return JSON.stringify(sorted(this.files)) === JSON.stringify(sorted(this.#starter));
  }

  isOwn(name) {
    return !(name in this.#starter);
  }

  save(name, text) {
    this.files = { ...this.files, [name]: text };
    this.#keepElsewhere();
    this.#write(this.#key, { files: this.files });
  }

  remove(name) {
    const { [name]: _, ...others } = this.files;
    this.files = others;
    this.#write(this.#key, { files: others });
  }

  /** Back to the starter. What was there is kept. */
  reset() {
    this.replace(this.#starter);
  }

  replace(files) {
    if (!this.isStarter) this.#keep(this.files);
    this.files = { ...files };
    this.#write(this.#key, { files });
  }

  #keep(files) {
    const others = this.kept.filter((each) => JSON.stringify(each.files) !== JSON.stringify(files));
    this.#write(`${this.#key} kept`, [{ at: new Date().toISOString(), files }, ...others].slice(0, mostKept));
  }

  /** Calls back when the same chapter is edited in another tab. */
  onOtherTab(callback) {
    addEventListener('storage', ({ key }) => {
      if (key !== this.#key) return;
      if (this.#elsewhere === undefined) callback();
      this.#elsewhere = this.#read(this.#key)?.files;
    });
  }

  /** The tab that is typed in wins. What the other one had can be restored. */
  #keepElsewhere() {
    if (this.#elsewhere === undefined) return;
    this.#keep(this.#elsewhere);
    this.#elsewhere = undefined;
  }

  #read(key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  }

  #write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
      this.isKept = true;
    } catch {
      if (!this.isKept) return;
      this.isKept = false;
      this.#onTrouble(
        'This browser can’t keep your work: its storage is full or turned off. “Continue on your machine” saves it as a file.',
      );
    }
  }
}

function sorted(files) {
  return Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
}
