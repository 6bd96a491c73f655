const { element, parse, furnish, standing } = window.trellis;

const mostLines = 400;
/** Lines that come within so many milliseconds belong together. */
const burst = 400;

/** Below the editor: what the checks found, what the program printed, and requests. */
export class Panels {
  #part;
  #output;
  #checks;
  #trip;
  #shown;
  /** Of what was printed last. */
  #first;
  #printedAt = 0;
  /** How far the output was scrolled for the reader. */
  #place = 0;
  /** Until the reader scrolls up. */
  #follows = true;

  constructor(part) {
    this.#part = part;
    this.#output = part.querySelector('.bench-output');
    this.#checks = part.querySelector('.bench-checks > article');
    this.#trip = part.querySelector('.bench-trip');
    this.#output.addEventListener('scroll', () => {
      this.#follows = this.#output.hidden || this.#output.scrollTop >= this.#place - 4;
    });
    const tabs = [...part.querySelectorAll('[role="tab"]')];
    for (const [index, tab] of tabs.entries()) {
      tab.addEventListener('click', () => this.#choose(tab));
      tab.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step) this.#choose(tabs.at((index + step) % tabs.length)).focus();
      });
    }
  }

  #choose(tab) {
    for (const other of this.#part.querySelectorAll('[role="tab"]')) {
      const isChosen = other === tab;
      other.ariaSelected = String(isChosen);
      other.tabIndex = isChosen ? 0 : -1;
      document.getElementById(other.getAttribute('aria-controls')).hidden = !isChosen;
    }
    this.#follow();
    return tab;
  }

  print(text) {
    // It is true for a moment only.
    if (this.#output.lastElementChild?.textContent.trim() === 'Still starting …')
      this.#output.lastElementChild.remove();
    const printed = element('span', { textContent: `${text.slice(0, 20_000)}\n` });
    const now = performance.now();
    if (now - this.#printedAt > burst) this.#first = printed;
    this.#printedAt = now;
    this.#output.append(printed);
    while (this.#output.childElementCount > mostLines) this.#output.firstElementChild.remove();
    this.#follow();
  }

  /** Shows the end of the output, but nothing of an error message is read before its beginning. */
  #follow() {
    const output = this.#output;
    if (!this.#follows || output.hidden || !this.#first?.isConnected) return;
    const start = this.#first.getBoundingClientRect().top - output.getBoundingClientRect().top + output.scrollTop;
    this.#place = Math.min(start, output.scrollHeight - output.clientHeight);
    output.scrollTop = this.#place;
  }

  /** The way of the last request through the program, as in X-ray. */
  showTrip(markup) {
    this.#trip.replaceChildren(...parse(markup));
  }

  showSteps({ states, activity }) {
    const failed = states.find(({ state, trouble }) => state === 'failed' || trouble);
    const passed = states.filter(({ state }) => state === 'passed').length;
    const next = states.find(({ state }) => state !== 'passed');
    const place = next && document.querySelector(`.bench-steps [data-step-mark="${next.step}"] a`)?.hash;
    const markup = failed
      ? `<p class="rung">${standing(states) ?? `${passed} of ${states.length} steps pass. Step ${failed.step} doesn’t pass yet.`}</p>${failed.detail ?? ''}`
      : passed === states.length
        ? '<p class="rung">All steps pass. The chapter is done.</p>'
        : `<p class="rung">${passed} of ${states.length} steps pass. Next: <a href="${place ?? ''}">step ${next.step}</a>.</p>`;
    // While the checks run, a failure stays to be read. The last tick needs no waiting: the star may take a while.
    const isUndecided = activity === 'running' && passed < states.length;
    if (isUndecided || markup === this.#shown) return;
    this.#shown = markup;
    this.#checks.replaceChildren(...parse(markup));
    if (failed?.trouble) this.#checks.append(element('p', { className: 'trouble', textContent: failed.trouble }));
    // The card of the step has the same failure. Landmarks need names of their own.
    this.#checks.querySelector('.failure')?.setAttribute('aria-label', 'What failed in your program');
    furnish(this.#checks);
  }
}
