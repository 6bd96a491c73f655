// A chapter page: checks its tasks while the page is open, sends its commands, and asks its prediction questions.
(() => {
  const { element, parse, stored, store, say, addButton, furnish, slide, follow } = window.trellis;
  const { chapter } = document.body.dataset;
  const isLive = document.documentElement.dataset.mode === 'live';
  const words = {
    passed: 'Passes',
    failed: 'Doesn’t pass yet',
    before: 'Passed before; can’t run now',
    stopped: 'Not run',
    skipped: 'Could not be checked here',
    open: 'To do',
  };
  /** If some checks couldn't run: why, and what passed before. Undefined otherwise. */
  const standing = (states) => {
    const before = states.filter(({ state }) => state === 'before').length;
    const isStopped = before > 0 || states.some(({ state }) => state === 'stopped');
    if (!isStopped) return undefined;
    const passed = `${before} of ${states.length} steps passed before.`;
    if (!states.some(({ isBroken }) => isBroken)) return `The other checks couldn’t run. ${passed}`;
    return before > 0
      ? `The program doesn’t start: a change since then keeps it from starting. ${passed}`
      : `The program doesn’t start. ${passed}`;
  };
  window.trellis.standing = standing;
  const finish = document.getElementById('finish');
  const announced = document.querySelector('.activity');

  const fetchText = async (address, options) => {
    const response = await fetch(address, options).catch(() => {
      throw new Error('Nothing responds. Is "npm run docs" still running?');
    });
    const text = await response.text();
    if (response.ok) return text;
    // The heading of an error page is the message.
    const heading = new DOMParser().parseFromString(text, 'text/html').querySelector('h1');
    throw new Error(heading?.textContent ?? `The server responded with ${response.status}.`);
  };
  const postJson = (address, data) =>
    fetchText(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/html' },
      body: JSON.stringify(data),
    });
  const fill = (place, ...nodes) =>
    slide(place, () => {
      place.replaceChildren(...nodes);
      furnish(place);
    });
  /** Replaces the result of a check. What is open in it stays open, and a replay is there until the next one has come. */
  const fillResult = (result, nodes) => {
    const nameOf = (fold) => fold.querySelector('summary').textContent;
    const before = new Map([...result.querySelectorAll('details')].map((fold) => [nameOf(fold), fold]));
    const focused = document.activeElement?.closest('summary');
    const hadFocus = [...before.values()].find((fold) => fold === focused?.parentElement);
    slide(result, () => {
      result.replaceChildren(...nodes);
      furnish(result);
      for (const fold of result.querySelectorAll('details')) {
        const old = before.get(nameOf(fold));
        if (old === undefined) continue;
        fold.open = old.open;
        const body = '.replay-body';
        if (old.open) fold.querySelector(body)?.replaceChildren(...(old.querySelector(body)?.childNodes ?? []));
        if (old === hadFocus) fold.querySelector('summary').focus({ preventScroll: true });
      }
    });
  };
  const trouble = (text) => element('p', { className: 'trouble', textContent: text });

  // The state of the tasks, no matter whether this page, a save or a terminal triggered the check
  let wasDone = finish?.dataset.done === 'true';
  let isFirst = true;
  /** The part of the page whose button has asked for the check that runs. */
  let asking;
  addEventListener('steps', ({ detail: { activity, note, states, variation } }) => {
    const isRunning = activity === 'running';
    for (const { step, state, detail, trouble: problem, hasPassed } of states) {
      for (const mark of document.querySelectorAll(`[data-step-mark="${step}"]`)) mark.dataset.state = state;
      for (const task of document.querySelectorAll(`.task[data-step="${step}"]`)) {
        task.classList.toggle('is-fresh', !isFirst && state === 'passed' && task.dataset.state !== 'passed');
        task.dataset.state = state;
        task.toggleAttribute('data-running', isRunning && state !== 'passed');
        const word = task.querySelector('.state');
        if (word) word.textContent = isRunning && state !== 'passed' ? note || 'Checking …' : words[state];
        const result = task.querySelector('.task-result');
        const markup = (problem ? trouble(problem).outerHTML : '') + (detail ?? '');
        if (result && result.dataset.shown !== markup) {
          result.dataset.shown = markup;
          fillResult(result, parse(markup));
        }
        const ours = task.querySelector('.ours[hidden]');
        if (hasPassed && ours) slide(ours, () => ours.removeAttribute('hidden'));
      }
    }
    const own = document.querySelector('.on-your-own');
    if (own && variation && own.dataset.shown !== variation) {
      own.dataset.shown = variation;
      fill(own, ...parse(variation));
    }
    const passed = states.filter(({ state }) => state === 'passed').length;
    // One sentence for screen readers, whose users can't see the cards change.
    const verdict = standing(states) ?? `${passed} of ${states.length} steps pass.`;
    const spoken = isRunning ? note || 'Checking …' : verdict;
    if (announced && announced.textContent !== spoken) announced.textContent = spoken;
    const isDone = states.length > 0 && states.every(({ state, trouble: problem }) => state === 'passed' && !problem);
    if (finish) {
      finish.dataset.done = String(isDone);
      finish.classList.toggle('is-fresh', isDone && !wasDone);
      document.getElementById('finish-title').textContent = isDone
        ? `Chapter ${chapter.slice(0, 2)} is done`
        : 'Finish the chapter';
    }
    if (isDone && !wasDone && !isFirst) {
      say('All steps pass. ', element('a', { href: '#finish', textContent: 'See what you can do now' }));
    }
    wasDone = isDone;
    isFirst = false;
    if (isRunning || asking === undefined) return;
    // Without this, the cause may be below the fold, while the reader looks at the button.
    asking.querySelector('.task-result :is(.cause, .trouble)')?.scrollIntoView({
      block: 'nearest',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    asking = undefined;
  });

  for (const form of document.querySelectorAll('[data-check]')) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      asking = form.closest('.task') ?? document;
      try {
        await fetchText(form.action, { method: 'POST' });
      } catch (error) {
        say(`The check could not run: ${error.message}`);
      }
    });
  }

  const onSave = document.querySelector('[data-on-save]');
  if (onSave) {
    onSave.checked = stored('on-save') !== 'no';
    onSave.addEventListener('change', () => {
      store('on-save', onSave.checked ? 'yes' : 'no');
      follow();
    });
  }

  // Sections that are fetched when they are opened: differences, our version, a replay of the failed request
  document.addEventListener(
    'toggle',
    async ({ target }) => {
      if (!target.open || !target.matches('[data-fragment], [data-replay]')) return;
      const place = target.querySelector('.fold-body, .replay-body');
      const { fragment, replay } = target.dataset;
      if (replay && !place.hasChildNodes()) place.append(element('p', { textContent: 'Sending …' }));
      try {
        const text = await (replay
          ? fetchText(`/replay/${replay}`, { method: 'POST' })
          : fetchText(fragment, { headers: { 'x-fragment': '1' } }));
        fill(place, ...parse(text));
      } catch (error) {
        fill(place, trouble(error.message));
      }
    },
    true,
  );

  // Commands that only send requests can be sent from this page to the running chapter
  const offerSend = (part) => {
    for (const figure of part.querySelectorAll('figure[data-language="sh"]:not(:has(.send))')) {
      const command = figure.querySelector('code').textContent;
      const isSendable = command.split('\n').every((line) => /^curl (?!.*(\$|… \())/.test(line));
      if (!isSendable) continue;
      addButton(figure, 'Send', 'send', 'Send to your running chapter', async () => {
        const output = figure.nextElementSibling?.matches('.output') ? figure.nextElementSibling : undefined;
        const printed = output?.querySelector('code').textContent ?? '';
        const after = output ?? figure;
        let place = after.nextElementSibling;
        if (!place?.matches('.sent')) {
          place = element('div', { className: 'sent' });
          place.setAttribute('aria-live', 'polite');
          after.after(place);
        }
        place.replaceChildren(element('p', { textContent: 'Sending …' }));
        try {
          fill(place, ...parse(await postJson('/x-ray/try', { command, chapter, printed })));
        } catch (error) {
          place.replaceChildren(element('p', { textContent: error.message }));
        }
      });
    }
  };
  if (isLive) {
    offerSend(document);
    const watcher = new MutationObserver(() => offerSend(document));
    for (const place of document.querySelectorAll('.task-result')) watcher.observe(place, { childList: true });
  }

  // Predict: choose, then ask the learner's own program
  for (const question of isLive ? document.querySelectorAll('[data-predict]') : []) {
    question.addEventListener('submit', async (event) => {
      event.preventDefault();
      const place = question.parentElement.querySelector('.predict-verdict');
      const { predict: slug, index } = question.dataset;
      const choice = new FormData(question).get('choice');
      try {
        fill(place, ...parse(await postJson('/x-ray/predict', { slug, index: Number(index), choice })));
      } catch (error) {
        place.replaceChildren(trouble(error.message));
      }
    });
  }
})();
