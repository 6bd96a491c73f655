import { attack } from '#attack';
import { register, send } from './forms/browser.ts';

const title = 'Let a page on another port write a post in the name of a visitor';

export default attack('cross-site-form', { step: 5, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const victim = target.client();
  const account = await register(victim, 'Victim');
  say('The victim is signed in, and opens a page with cats on http://localhost:8080.');

  // What a browser sends when a page on another port submits its form: the cookies of localhost, whose ports share them.
  const browser = target.client('Browser');
  for (const [name, value] of victim.cookies) browser.cookies.set(name, value);
  const fromTheCats = { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-site' };
  const post = { title: 'Cheap pills', content: 'https://pills.example' };
  await send(browser, '/my-posts', post, { headers: fromTheCats, note: 'from the page with the cats' });

  // A browser from before 2020, which says nothing about where the form is.
  await send(browser, '/my-posts', post, { note: 'the same from an old browser' });

  // Without a session: sign the victim in as the attacker, who later reads everything that the victim writes.
  const stranger = target.client('Browser');
  const { status } = await send(stranger, '/auth/sign-in', account, {
    headers: fromTheCats,
    note: 'sign in as somebody else',
  });

  const mine = (await victim.get('/my-posts')).expect(200).text;
  const written = mine.split('Cheap pills').length - 1;
  say(`The victim has written about pills: ${written > 0 ? 'yes' : 'no'}.`);
  return written > 0 || status === 303 ? 'succeeded' : 'blocked';
});
