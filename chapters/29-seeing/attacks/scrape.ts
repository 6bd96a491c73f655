import { attack } from '#attack';

const title = "Read the program's metrics without credentials";

export default attack('scrape', { step: 2, title }, async ({ target, say }) => {
  const attacker = target.client('Attacker');
  const { text } = await attacker.get('/metrics');
  const version = /^nodejs_version_info\{version="([^"]+)"/m.exec(text)?.[1];
  if (version === undefined) return 'blocked';
  const started = /^process_start_time_seconds (\d+)/m.exec(text)?.[1];
  say(`The program runs on Node ${version}, whose known holes are public.`);
  if (started !== undefined) say('The time of its last start tells whether it has been updated since.');
  return 'succeeded';
});
