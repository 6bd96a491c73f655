// X-ray: the form that sends requests, and the request that is open as a command, in the form, or as a picture.
(() => {
  const { copy, say: notify, xray } = window.trellis;
  const { open, parse } = xray;
  const find = (id) => document.getElementById(id);
  const trip = find('trip');

  // The Send form. On a phone it would hide the request that was sent, so it is collapsed until it is needed.
  const form = find('send');
  const section = find('send-section');
  section.open = innerWidth >= 640;
  section.dataset.settled = '';
  const outcome = find('sent');
  const { method, path, body } = form.elements;
  // What was written stays in the field, for the next method that has a body.
  const { placeholder } = body;
  const offerBody = () => {
    body.disabled = ['GET', 'HEAD'].includes(method.value);
    body.placeholder = body.disabled ? `${method.value} requests have no body.` : placeholder;
  };
  method.addEventListener('change', offerBody);
  offerBody();
  // People paste whole addresses, and leave out the slash.
  path.addEventListener('change', () => {
    const rest = path.value.trim().replace(/^https?:\/\/[^/?#]*/i, '');
    path.value = rest.startsWith('/') ? rest : `/${rest}`;
  });
  const asked = () => {
    const data = new FormData(form);
    return JSON.stringify({
      method: data.get('method'),
      path: data.get('path'),
      headers: data.get('headers'),
      body: data.get('body') ?? '',
      with: data.getAll('with').join(','),
    });
  };
  const post = async (address) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: asked() });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };

  let isSending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    outcome.textContent = 'Sending …';
    try {
      const { status, id, atHand } = await post('/x-ray/send');
      const chosen = new Set(new FormData(form).getAll('with'));
      find('at-hand').replaceChildren(...parse(atHand).body.childNodes);
      for (const box of form.querySelectorAll('[name="with"]')) box.checked = chosen.has(box.value);
      if (id !== null) await open(id, 'push');
      outcome.textContent = id === null ? `Got ${status}, but its trace did not arrive.` : `Got ${status}.`;
    } catch (error) {
      outcome.textContent = error.message;
    }
    isSending = false;
  });

  find('copy-curl').addEventListener('click', async () => {
    try {
      const { curl } = await post('/x-ray/curl');
      outcome.textContent = `${await copy(curl)}.`;
    } catch (error) {
      outcome.textContent = error.message;
    }
  });

  // Copies the open request into the form: its credentials are masked, so those are chosen there
  find('edit-trip').addEventListener('click', () => {
    const shown = trip.querySelector('.trip');
    if (shown === null) return;
    method.value = shown.querySelector('.method').textContent;
    path.value = shown.dataset.target;
    body.value = shown.querySelector('[aria-label="The request body"]')?.textContent ?? '';
    offerBody();
    section.open = true;
    path.focus();
  });

  // The open request as an image: the browser itself draws its markup with our styles
  find('copy-picture').addEventListener('click', async () => {
    const shown = trip.querySelector('.trip');
    if (shown === null) return notify('Send a request first: nothing is here to copy yet.');
    try {
      const blob = draw(shown);
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
      notify('Copied as a picture.');
    } catch (error) {
      notify(`The picture could not be copied: ${error.message}`);
    }
  });

  async function draw(shown) {
    const { width, height } = shown.getBoundingClientRect();
    const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
    const dark = getComputedStyle(document.body).backgroundColor;
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const markup = new XMLSerializer().serializeToString(shown);
    const [wide, high] = [Math.ceil(width) + 48, Math.ceil(height) + 48];
    const page = `<html xmlns="http://www.w3.org/1999/xhtml" data-theme="${document.documentElement.dataset.theme ?? theme}"><style>${sheets.join('\n').replaceAll('<', '')}</style><body style="padding:24px;background:${dark}"><article>${markup}</article></body></html>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><foreignObject width="100%" height="100%">${page}</foreignObject></svg>`;
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: wide * 2, height: high * 2 });
    const context = canvas.getContext('2d');
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }
})();
