const { element, parse, furnish, addButton } = window.trellis;

/** What a page asks its program besides requests: predictions, attacks, and the difference to the solution. */
export class Questions {
  #ask;

  constructor(ask, predictions) {
    this.#ask = ask;
    for (const form of document.querySelectorAll('[data-predict]')) {
      // A browser's own message is gone after a few seconds, and a screen reader may not say it.
      form.noValidate = true;
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const choice = new FormData(form).get('choice');
        const place = form.parentElement.querySelector('.predict-verdict');
        if (choice === null)
          return place.replaceChildren(element('p', { className: 'trouble', textContent: 'Choose an answer first.' }));
        this.#fill(place, 'Sending …', {
          about: 'prediction',
          prediction: predictions[form.dataset.index],
          choice,
        });
      });
    }
    for (const fold of document.querySelectorAll('[data-difference]'))
      fold.addEventListener('toggle', () => {
        if (fold.open) this.#fill(fold.querySelector('.fold-body'), 'Comparing …', { about: 'difference' });
      });
    for (const figure of document.querySelectorAll('main article figure[data-language="sh"]')) {
      const [, name] = /^npm run attack \d\d ([\w-]+)$/.exec(figure.querySelector('code').textContent.trim()) ?? [];
      if (name) addButton(figure, 'Attack', 'send', 'Attack your program', () => this.#attack(figure, name));
    }
  }

  async #fill(place, note, question) {
    place.replaceChildren(element('p', { className: 'soft', textContent: note }));
    try {
      place.replaceChildren(...parse(await this.#ask(question)));
      furnish(place);
    } catch (error) {
      place.replaceChildren(element('p', { className: 'trouble', textContent: error.message }));
    }
  }

  async #attack(figure, name) {
    let place = figure.nextElementSibling;
    if (!place?.matches('.sent')) {
      place = element('div', { className: 'sent' });
      place.setAttribute('aria-live', 'polite');
      figure.after(place);
    }
    const printed = element('pre', { className: 'plain', textContent: 'Attacking …', tabIndex: 0 });
    place.replaceChildren(element('p', { className: 'soft', textContent: 'Against your program:' }), printed);
    printed.textContent = await this.#ask({ about: 'attack', name }).catch(({ message }) => message);
  }
}
