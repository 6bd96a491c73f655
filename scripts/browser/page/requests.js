const { element, addButton } = window.trellis;

/** The commands of the chapter's text, which can be sent with a click, and a line for one's own. */
export class Requests {
  #send;

  constructor(part, send) {
    this.#send = send;
    const form = part.querySelector('form');
    const line = form.querySelector('input');
    const result = part.querySelector('pre');
    const list = part.querySelector('datalist');
    const commands = [...document.querySelectorAll('main article figure[data-language="sh"]')].filter(isSendable);
    const lines = new Set(commands.flatMap((figure) => textOf(figure).split('\n')));
    list.replaceChildren(...[...lines].map((value) => element('option', { value })));
    line.value = [...lines][0] ?? 'curl -i http://localhost:3000/';
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      result.textContent = 'Sending …';
      result.textContent = await this.#send(line.value);
    });
    for (const figure of commands) this.#offer(figure);
    // Failures show the command that repeats their request.
    const watcher = new MutationObserver(() => {
      for (const figure of document.querySelectorAll('.failure figure[data-language="sh"]:not(:has(.send))'))
        if (isSendable(figure)) this.#offer(figure);
    });
    for (const place of document.querySelectorAll('.task-result, .bench-checks > article'))
      watcher.observe(place, { childList: true });
  }

  #offer(figure) {
    addButton(figure, 'Send', 'send', 'Send to your program', async () => {
      let place = figure.nextElementSibling;
      if (!place?.matches('.sent')) {
        place = element('div', { className: 'sent' });
        place.setAttribute('aria-live', 'polite');
        figure.after(place);
      }
      const printed = element('pre', { className: 'plain', textContent: 'Sending …', tabIndex: 0 });
      place.replaceChildren(element('p', { className: 'soft', textContent: 'Your program responded:' }), printed);
      printed.textContent = await this.#send(textOf(figure));
    });
  }
}

function textOf(figure) {
  return figure.querySelector('code').textContent.trim();
}

function isSendable(figure) {
  return textOf(figure)
    .split('\n')
    .every((line) => /^curl (?!.*(\$|… \())/.test(line));
}
