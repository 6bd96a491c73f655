const { element, say } = window.trellis;

/** A tab for each file, and what can be done with files: add one, remove one's own, start again from the starter. */
export class FileTabs {
  #part;
  #work;
  #actions;
  #list;
  #problems = [];
  current = '';

  constructor(part, work, actions) {
    this.#part = part;
    this.#work = work;
    this.#actions = actions;
    this.#list = part.querySelector('[role="tablist"]');
    part.querySelector('[data-add]').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#add(event.target.querySelector('input'));
    });
    // What can be restored may have changed since.
    part.querySelector('details').addEventListener('toggle', () => this.#show());
    part.querySelector('[data-reset]').addEventListener('click', () => this.#reset());
    part.querySelector('[data-remove]').addEventListener('click', () => this.#remove());
    part.querySelector('[data-restore]').addEventListener('click', () => this.#replace(this.#work.kept[0].files));
    this.#list.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const names = this.#names();
      this.#choose(names.at((names.indexOf(this.current) + step) % names.length));
      this.#list.querySelector('[aria-selected="true"]').focus();
    });
  }

  /** Draws the tabs, and opens this file, or the first. */
  draw(wanted = this.current) {
    const names = this.#names();
    this.#choose(names.includes(wanted) ? wanted : names[0]);
  }

  mark(problems) {
    this.#problems = problems.map(({ file }) => file);
    this.#show();
  }

  #names() {
    return Object.keys(this.#work.files).sort();
  }

  #choose(name) {
    this.current = name;
    this.#show();
    this.#actions.open(name);
  }

  #show() {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(
      ...this.#names().map((name) => {
        const isChosen = name === this.current;
        const tab = element('button', { type: 'button', role: 'tab', textContent: name, tabIndex: isChosen ? 0 : -1 });
        tab.ariaSelected = String(isChosen);
        tab.setAttribute('aria-controls', 'bench-editor');
        if (this.#problems.includes(name))
          tab.append(element('span', { className: 'bad', textContent: ' ✗', ariaLabel: ', has an error' }));
        tab.addEventListener('click', () => this.#choose(name));
        return tab;
      }),
    );
    if (hadFocus) this.#list.querySelector('[aria-selected="true"]').focus();
    this.#part.querySelector('[data-remove]').hidden = !this.#work.isOwn(this.current);
    this.#part.querySelector('[data-restore]').hidden = this.#work.kept.length === 0;
  }

  #add(field) {
    const name = field.value.trim().replace(/^src\//, '');
    if (!/^[\w-]+([./][\w-]+)*\.ts$/.test(name)) return say('A file needs a name such as tags.service.ts.');
    if (!(name in this.#work.files)) this.#work.save(name, '');
    field.value = '';
    this.#part.querySelector('details').open = false;
    this.#choose(name);
    this.#actions.changed();
  }

  #remove() {
    this.#work.remove(this.current);
    this.#actions.forget();
    this.draw('');
    this.#actions.changed();
  }

  #reset() {
    this.#work.reset();
    this.#after();
    say('The files are as at the beginning of the chapter. “Restore” brings your work back.');
  }

  #replace(files) {
    this.#work.replace(files);
    this.#after();
  }

  #after() {
    this.#actions.forget();
    this.#part.querySelector('details').open = false;
    this.draw();
    this.#actions.changed();
  }
}
