import { attack } from '#attack';
import { register, submit } from './forms/browser.ts';

const title = 'Publish a post that runs a script in the browser of everyone who reads it';

export default attack('stored-xss', { step: 1, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const attacker = target.client();
  await register(attacker, 'Attacker');

  const payloads = {
    'the text': { title: '<script>steal()</script>', content: 'Nothing to see here.' },
    'an attribute': { title: 'A tooltip', content: '" onmouseover="steal()' },
    'a URL': { title: 'A link', content: 'javascript:steal()' },
  };
  const finds = {
    'the text': /<script>steal/,
    'an attribute': /" onmouseover="steal/,
    'a URL': /href="javascript:steal/,
  };

  let runs = false;
  for (const [place, post] of Object.entries(payloads) as [
    keyof typeof payloads,
    { title: string; content: string },
  ][]) {
    const id = await publish(post);
    const reader = target.client();
    const pages = [await reader.get('/'), await reader.get(`/posts/${id}`)].map((page) => page.expect(200).text);
    const found = pages.map((page) => finds[place].exec(page)?.[0]).find((match) => match !== undefined);
    say(`Attacker: a script in ${place} …  ${found === undefined ? 'harmless' : `the page contains ${found}`}`);
    runs ||= found !== undefined;
  }
  return runs ? 'succeeded' : 'blocked';

  async function publish(post: { title: string; content: string }): Promise<string> {
    await submit(attacker, '/my-posts/new', '/my-posts', post);
    const mine = (await attacker.get('/my-posts')).expect(200).text;
    const action = /action="(\/my-posts\/[\w-]+\/publish)"/.exec(mine)?.[1] ?? '/my-posts/unknown/publish';
    await submit(attacker, '/my-posts', action, {});
    return action.split('/')[2]!;
  }
});
