/** On a phone: the two links between the text and the code, which is below it. */
export class Switch {
  #text;
  #code;
  /** Where the reader has left the text: the block that was at the top, and how far it was scrolled. */
  #left;

  constructor(part, bench) {
    [this.#text, this.#code] = part.querySelectorAll('a');
    this.#code.addEventListener('click', (event) => {
      event.preventDefault();
      this.#leave(0);
      history.replaceState(null, '', this.#code.hash);
      // At once: a verdict that makes a card grow would stop a scroll that takes its time.
      bench.scrollIntoView({ behavior: 'instant' });
    });
    this.#text.addEventListener('click', (event) => {
      event.preventDefault();
      this.#back();
    });
    // The code is what the reader looks at once it has reached the middle of the window.
    new IntersectionObserver(([{ isIntersecting }]) => this.#arrive(isIntersecting), {
      rootMargin: '-50% 0px',
    }).observe(bench);
  }

  get #isAtCode() {
    return this.#code.hasAttribute('aria-current');
  }

  #arrive(isAtCode) {
    // Somebody who has scrolled here finds the end of the text above the code.
    if (isAtCode) this.#leave(innerHeight / 2);
    (isAtCode ? this.#text : this.#code).removeAttribute('aria-current');
    (isAtCode ? this.#code : this.#text).setAttribute('aria-current', 'true');
    if (!isAtCode) this.#left = undefined;
  }

  #leave(above) {
    if (this.#isAtCode || this.#left !== undefined) return;
    const blocks = [...document.querySelectorAll('main > article > *')];
    const block = blocks.findLast((each) => each.getBoundingClientRect().top < innerHeight / 2) ?? blocks[0];
    this.#left = { block, top: block.getBoundingClientRect().top + above };
  }

  /** By a block of the text, not by a number: the cards above it grow with a verdict. */
  #back() {
    history.replaceState(null, '', this.#text.hash);
    if (!this.#isAtCode) return;
    const { block, top } = this.#left;
    scrollBy({ top: block.getBoundingClientRect().top - top, behavior: 'instant' });
  }
}
