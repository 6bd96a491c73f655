import type { Page } from 'playwright-core';
import { scene, type Target } from '#attack';
import { random } from '#check';

/** The victim has a note, and is signed in, in a browser. In a crowd, others have notes, too, and the one of the victim has markup. */
export default scene(
  'lure',
  async ({ target, crowd }) => {
    for (const email of crowd ? [random.email(), random.email()] : []) await join(target, email, random.sentence());
    const victim = random.email();
    const secret = crowd ? `${random.word()}  <b>& "${random.sentence()}"</b> é🌻` : random.sentence();
    const key = await join(target, victim, secret);
    return { victim, secret, enter: (page) => enter(page, target, { email: victim, key }, secret) };
  },
  { hasBrowser: true },
);

/** Returns the key. */
async function join(target: Target, email: string, note: string): Promise<string> {
  const client = target.client();
  const { key } = (await client.post('/accounts', { email })).expect(201).body;
  (await client.get('/me')).expect(401);
  (await client.post('/sign-in', { email, key })).expect(200);
  (await client.put('/me/note', { note })).expect(200);
  if ((await client.get('/me')).expect(200).body.note !== note) throw new Error('The program shows another note.');
  return key;
}

/** What the program is for, also in its fixed versions: who signs in sees the own note on the page. */
async function enter(page: Page, { url }: Target, account: object, note: string): Promise<void> {
  await page.goto(url);
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/sign-in', { method: 'POST', headers, body })).status;
  }, JSON.stringify(account));
  if (status !== 200) throw new Error(`Signing in gets the status ${status}.`);
  await page.goto(url);
  const shown = page.locator('#reminder');
  await shown.and(page.locator(':not(:text("You are not signed in."))')).waitFor();
  if ((await shown.textContent()) !== note) throw new Error('The page shows another note.');
}
