import { random } from '../check/random.ts';
import type { RouteRules } from './api.ts';
import type { Laboratory } from './laboratory.ts';
import { listedPaths } from './markup.ts';
import { expectReferences } from './pages.ts';

/** A form that was refused is shown to the person who has sent it, with its problems at their fields, and to nobody else. */
export async function examineRefusedForms(lab: Laboratory, rules: RouteRules): Promise<void> {
  const { body = {}, hidden = {} } = await lab.prepare(rules);
  const names = Object.keys(body).filter((name) => !(name in hidden));
  for (const missing of [...names, undefined]) {
    const [visit, other] = [await lab.prepare(rules), await lab.prepare(rules)];
    const word = random.word();
    const typed = names.map((name) => [name, missing === undefined || name === missing ? '' : word]);
    const response = await lab.send({ ...visit, body: { ...visit.body, ...Object.fromEntries(typed) } });
    if (response.code < 400 || response.code >= 500) continue;
    expectReferences(response.asPage());
    for (const path of listedPaths(lab)) {
      const page = (await lab.app.get(path, { headers: { ...other.headers } })).asPage();
      page.expect(!page.content.includes(word), `nothing that somebody else has typed: ${word}`, kept);
    }
  }
}

const kept =
  'what was typed into a form that was refused is kept in a field of a class, or in a variable. All requests share it: return it with the response.';
