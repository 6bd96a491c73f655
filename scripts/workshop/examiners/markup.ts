import type { CheckedResponse } from '../check/checked-response.ts';
import { random } from '../check/random.ts';
import { methodOf, pathOf, type RouteRules } from './api.ts';
import type { Laboratory, Visit } from './laboratory.ts';
import { withCookies } from './open-form.ts';

/** What an attacker types into a form. */
const payloads = [
  '<script>steal()</script>',
  '<script src=//evil.example></script>',
  '<img src=x onerror =steal()>',
  '<svg/onload=steal()>',
  '</textarea></title><b>bold',
  '" onmouseover="steal()" x="',
  "' onfocus='steal()' x='",
  'javascript:steal()',
  'JaVaScRiPt:steal()',
  'data:text/html,steal',
  '&lt;b&gt; &amp;amp; &#60;i&#62;',
];

/** Whatever people type, a page shows it as they typed it, and it never becomes a part of the page. */
export async function examineMarkup(lab: Laboratory, rules: RouteRules): Promise<void> {
  const known = new Set<string>();
  for (const typed of ['https://safe.example/', ...payloads]) {
    const word = random.word();
    const visit = await lab.prepare(rules);
    const sent = { ...visit, body: fill(visit, `${word} ${typed}`) };
    const alone = { ...(await lab.prepare(rules)) };
    const pages = [
      ...(await pagesAfter(lab, sent)),
      // Nothing else on its line: an address becomes a link.
      ...(await pagesAfter(lab, { ...alone, body: fill(alone, typed) })),
    ];
    for (const page of pages) {
      for (const tag of tagsIn(page.content)) {
        if (typed.startsWith('https:')) known.add(tag);
        page.asPage().expect(known.has(tag), `no element that a user has made: ${tag}`, escaping);
      }
      const link = [...page.content.matchAll(/\s(?:href|src|action)="\s*([^"]*)"/gi)].find(([, url]) => !isSafe(url!));
      page.expect(
        link === undefined,
        `no link to ${link?.[1]}`,
        'the address of a link runs a program when it is clicked.',
      );
    }
    const mentions = pages.filter(({ content }) => content.includes(word));
    const isShown =
      mentions.length === 0 || mentions.some(({ content }) => shown(content).includes(`${word} ${typed}`));
    pages[0]!.expect(
      isShown,
      `what was typed, as it was typed: ${typed}`,
      'characters are removed or changed, and not escaped.',
    );
  }
}

/** Every field that people see, except for a password. */
function fill({ body = {}, hidden = {} }: Visit, text: string): Record<string, unknown> {
  const isVisible = (name: string) => !(name in hidden) && !name.endsWith('password');
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isVisible(name) ? text : value]));
}

/** The response, and every page that its sender can see afterwards, those that they link included. */
async function pagesAfter(lab: Laboratory, visit: Visit): Promise<CheckedResponse[]> {
  const response = await lab.send(visit);
  const headers = { ...withCookies(visit.headers, response) };
  const pages = [response];
  for (const path of listedPaths(lab)) pages.push(await lab.app.get(path, { headers }));
  const own = pages.flatMap(({ content }) =>
    [...content.matchAll(/href="(\/posts\/[^"]*)"/g)].map(([, path]) => path!),
  );
  for (const path of [...new Set(own)].slice(0, 3)) pages.push(await lab.app.get(path, { headers }));
  return pages.filter((page) => page.headers.get('content-type')?.startsWith('text/html'));
}

/** The addresses of all pages without a parameter. */
export function listedPaths(lab: Laboratory): Set<string> {
  const isListed = (rules: RouteRules) =>
    methodOf(rules) === 'GET' && !rules.route.includes(':') && rules.step <= lab.step;
  return new Set(lab.api.routes.filter(isListed).map((rules) => pathOf(rules, {})));
}

/** The names of the elements with those of their attributes. */
function tagsIn(content: string): string[] {
  const tags = content.matchAll(/<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi);
  return [...tags].map(([, name, attributes = '']) => {
    const names = attributes.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/[^\s=/]+/g) ?? [];
    return `<${[name, ...names].join(' ')}>`;
  });
}

function isSafe(url: string): boolean {
  return /^(\/(?!\/)|#|\?|https:\/\/|http:\/\/)/.test(url) || url === '';
}

/** The text of a page, with the values of its attributes. */
function shown(content: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return content.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!);
}

const escaping = [
  'a value is inserted into the page without an `html` template, or with raw(…).',
  'some dangerous strings are removed or replaced, and there are others.',
];
