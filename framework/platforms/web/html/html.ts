import { isPromise } from '../../../http/settle.ts';
import { type Hole, templateOf } from './template.ts';
import { areSafeUrls, blockedUrl, isOwnUrl, isSafeUrl } from './url.ts';

/** What a template takes. `null`, `undefined` and `false` are nothing, so that `${isNew && html`…`}` reads well. */
export type HtmlValue = string | number | bigint | boolean | null | undefined | Html | readonly HtmlValue[];

/** A piece of a page that is safe to send: made by `html`, or vouched for with `raw`. No data can pretend to be one. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Kept apart from what `html` makes: an address may be vouched for, and is not just because it was nested. */
class RawHtml extends Html {}

/**
 * Makes a piece of a page: ``html`<a href="${url}">${title}</a>` ``. Values are escaped for the place in which they
 * stand; where no escaping would help, such as in a script, the template is refused with a message that says why.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { pieces, holes } = templateOf(strings);
  let text = pieces[0]!;
  for (let index = 0; index < holes.length; index++) text += render(holes[index]!, values[index]) + pieces[index + 1];
  return new Html(text);
}

/** Vouches for a text: it goes into the page as it is. Never for anything that a user has typed. */
export function raw(text: string): Html {
  return new RawHtml(text);
}

function render(hole: Hole, value: unknown): string {
  switch (hole.kind) {
    case 'text':
      return renderText(hole, value);
    case 'switch':
      return value ? ` ${hole.name}` : '';
    case 'code':
      return renderCode(hole, value);
    default:
      return renderAttribute(hole, value);
  }
}

function renderText(hole: Hole, value: unknown): string {
  if (typeof value === 'string') return escapeText(value);
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) {
    let text = '';
    for (const item of value) text += renderText(hole, item);
    return text;
  }
  return plainText(hole, value);
}

function renderAttribute(hole: Hole, value: unknown): string {
  if (value instanceof RawHtml) return value.toString().replace(/["']/g, escapeOne);
  if (value instanceof Html) throw wrong(hole, 'a template inside an attribute', 'Pass the text itself');
  if (Array.isArray(value)) throw wrong(hole, 'an array inside an attribute', "Join it: list.join(' ')");
  if (hole.kind === 'css' && typeof value === 'string') {
    // A style can cover the page with a false form, or report what is typed into it.
    throw wrong(hole, 'text inside a style', 'Pass a number, choose a class instead, or vouch for it with raw()');
  }
  const text = plainText(hole, value);
  return escapeText(isAllowed(hole, text) ? text : blockedUrl);
}

function isAllowed({ kind, before, after }: Hole, text: string): boolean {
  if (kind === 'url') return isSafeUrl(before + text + after);
  if (kind === 'urls') return areSafeUrls(before + text + after);
  if (kind === 'own-url') return isOwnUrl(before + text + after);
  return true;
}

function renderCode(hole: Hole, value: unknown): string {
  if (!(value instanceof RawHtml)) {
    const advice = `Put it into an attribute, data-name="\${…}", and read it from there, or vouch for it with raw()`;
    throw wrong(hole, `a value inside <${hole.name}>, where nothing can be escaped`, advice);
  }
  const text = value.toString();
  if (/<(?:\/script|\/style|!--)/i.test(text)) {
    throw wrong(hole, `raw text that would end <${hole.name}> early`, 'Write its "<" as \\u003c');
  }
  return text;
}

/** What has one obvious spelling. Anything else would show up as `[object Object]`, to users. */
function plainText(hole: Hole, value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || value === true) return String(value);
  if (typeof value === 'function') throw wrong(hole, 'a function', 'Call it');
  if (isPromise(value)) throw wrong(hole, 'a promise', 'Write await before it');
  const name = value.constructor?.name ?? typeof value;
  throw wrong(hole, `an object (${name})`, 'Choose one of its fields, or write String(…) around it');
}

function wrong({ place }: Hole, what: string, advice: string): TypeError {
  return new TypeError(`${place}: ${what}. ${advice}.`);
}

const special = /[&<>"']/g;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * The same five characters everywhere. `<` matters inside attributes too: in `<noscript><p title="</noscript>…">` the
 * browser ends the element in the middle of the value.
 */
function escapeText(text: string): string {
  return text.replace(special, escapeOne);
}

function escapeOne(char: string): string {
  return escapes[char]!;
}
