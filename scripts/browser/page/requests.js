const { element, addButton } = window.trellis;

/** The commands of the chapter's text, which can be sent with a click, and a line for one's own. */
export class Requests {
  #program;

  constructor(part, program) {
    this.#program = program;
    const form = part.querySelector('form');
    const line = form.querySelector('input');
    const result = part.querySelector('pre');
    const list = part.querySelector('datalist');
    const commands = [...document.querySelectorAll('main article figure[data-language="sh"]')].filter(isSendable);
    const lines = new Set(
      commands.flatMap((figure) =>
        textOf(figure)
          .split('\n')
          .filter((line) => line.startsWith('curl ')),
      ),
    );
    list.replaceChildren(...[...lines].map((value) => element('option', { value })));
    line.value = [...lines][0] ?? 'curl -i http://localhost:3000/';
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      await this.#run(result, line.value, '');
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
    const isRestart = textOf(figure).split('\n').every(isChapter);
    const [label, name] = isRestart ? ['Restart', 'Restart your program like this'] : ['Send', 'Send to your program'];
    addButton(figure, label, 'send', name, async () => {
      const output = figure.nextElementSibling?.matches('.output') ? figure.nextElementSibling : undefined;
      let place = figure.nextElementSibling;
      if (!place?.matches('.sent')) {
        place = element('div', { className: 'sent' });
        place.setAttribute('aria-live', 'polite');
        figure.after(place);
      }
      const printed = element('pre', { className: 'plain', tabIndex: 0 });
      const title = isRestart ? 'Your program:' : 'Your program responded:';
      place.replaceChildren(element('p', { className: 'soft', textContent: title }), printed);
      await this.#run(
        printed,
        textOf(figure),
        (output ?? place.nextElementSibling)?.querySelector?.('code')?.textContent,
      );
    });
  }

  async #run(place, command, shown = '') {
    place.textContent = 'Sending …';
    const late = setTimeout(() => {
      place.textContent = this.#program.isComplete()
        ? 'Sending … Your program hasn’t responded yet.'
        : 'Sending … Still loading what shows the way of a request.';
    }, 1500);
    const printed = await this.#program.send(command, shown);
    clearTimeout(late);
    place.textContent = printed;
  }
}

function textOf(figure) {
  return figure.querySelector('code').textContent.trim();
}

const isCurl = (line) => /^curl (?!.*(\$|… \())/.test(line) || /^[A-Z_]+=\$\(curl [^$]+\)$/.test(line);
const isAttack = (line) => /^npm run attack \d\d [\w-]+$/.test(line);
const isChapter = (line) => /^([A-Z_]+=\S+ )*npm run chapter \d\d$/.test(line);

/** What `terminal.ts` understands. An attack alone has a button of its own. */
function isSendable(figure) {
  const lines = textOf(figure).split('\n');
  return lines.every(isChapter) || (lines.some(isCurl) && lines.every((line) => isCurl(line) || isAttack(line)));
}
