import type { CheckedResponse } from '../check/checked-response.ts';
import type { RouteRules } from './api.ts';
import type { Laboratory } from './laboratory.ts';

/** A page says what it is, and what belongs in its fields, to everybody: also to those who can't see where a text is. */
export async function examinePages(lab: Laboratory, rules: RouteRules): Promise<void> {
  const response = await lab.send(await lab.prepare(rules));
  if (!response.headers.get('content-type')?.startsWith('text/html')) return;
  const page = response.asPage();
  page.expect(/<title[^>]*>\s*[\p{L}\p{N}]/u.test(page.content), 'a <title> that says what this page is', untitled);
  for (const field of fieldsIn(page)) {
    const name = attributeOf(field, 'name') ?? '';
    page.expect(name !== '', `a name for the field ${field}`, nameless);
    page.expect(hasLabel(page, field), `a label with text for the field "${name}"`, unlabelled);
  }
  expectReferences(page);
}

/** An attribute that refers to other elements is a list of ids, with spaces between them. Each has to be there, once. */
export function expectReferences(page: CheckedResponse): void {
  const tags = [...page.content.matchAll(/<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi)].map(([tag]) => tag);
  const ids = tags.map((tag) => attributeOf(tag, 'id'));
  for (const tag of tags) {
    for (const name of ['aria-describedby', 'aria-labelledby']) {
      const list = attributeOf(tag, name) ?? '';
      for (const id of list.split(/\s+/).filter((each) => each !== '')) {
        const count = ids.filter((each) => each === id).length;
        const because = ids.includes(list) ? spaced : count === 0 ? 'no element has this id.' : ambiguous;
        page.expect(count === 1, `exactly one element with id="${id}", which ${name}="${list}" names`, because);
      }
    }
  }
}

/** Those that people see. */
function fieldsIn({ content }: CheckedResponse): string[] {
  const fields = [...content.matchAll(/<(?:input|select|textarea)\b[^>]*>/gi)].map(([field]) => field);
  return fields.filter((field) => !/\stype="?(?:hidden|submit|button)/i.test(field));
}

/** That names the id of the field, or contains the field; or the field has one itself. */
function hasLabel({ content }: CheckedResponse, field: string): boolean {
  if (attributeOf(field, 'aria-label') || attributeOf(field, 'aria-labelledby')) return true;
  const id = attributeOf(field, 'id');
  const labels = [...content.matchAll(/<label\b([^>]*)>(.*?)<\/label>/gis)];
  return labels.some(([, attributes = '', inside = '']) => {
    const isOfField = (Boolean(id) && attributeOf(attributes, 'for') === id) || inside.includes(field);
    return isOfField && inside.replaceAll(/<[^>]*>/g, '').trim() !== '';
  });
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`, 'i').exec(tag)?.[1];
}

const spaced = 'the id contains a space. The attribute is a list of ids, so a screen reader looks for two elements.';
const ambiguous = 'several elements have this id, so a screen reader reads the first one.';
const untitled = 'the title is missing or empty, so a tab, a bookmark and a screen reader say nothing about the page.';
const nameless = 'the browser only sends fields that have a name.';
const unlabelled =
  'no <label> with text has the id of this field in `for`, or contains the field. A screen reader announces a field without a name.';
