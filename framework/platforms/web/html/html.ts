import { isPromise } from '../../../http/settle.ts';
import { type Hole, templateOf } from './template.ts';
import { areSafeUrls, blockedUrl, isOwnUrl, isSafeUrl } from './url.ts';

/** A value in a template. `null`, `undefined` and `false` render as nothing, so that `${isNew && html`…`}` works. */
export type HtmlValue = string | number | bigint | boolean | null | undefined | Html | readonly HtmlValue[];

/** Markup that is safe to send: made by `html`, or trusted with `raw`. Data from outside can't imitate it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A class of its own, because `raw` also marks a URL as trusted, and a nested `html` template does not. */
class RawHtml extends Html {}

/**
 * Renders markup: ``html`<a href="${url}">${title}</a>` ``. Every value is escaped for its place in the template. Where no
 * escaping would help, such as inside a script, the template is rejected with a message that says why.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { pieces, holes } = templateOf(strings);
  let text = pieces[0]!;
  for (let index = 0; index < holes.length; index++) text += render(holes[index]!, values[index]) + pieces[index + 1];
  return new Html(text);
}

/** Marks a string as trusted markup, which is not escaped. Never use it for anything that a user has typed. */
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
  if (value instanceof Html) throw invalid(hole, 'an html template inside an attribute', 'Pass a string instead');
  if (Array.isArray(value)) throw invalid(hole, 'an array inside an attribute', "Join it: list.join(' ')");
  if (hole.kind === 'css' && typeof value === 'string') {
    // A style can cover the whole page with its element, or load an image that reports each view to another server.
    throw invalid(hole, 'a string inside a style', 'Pass a number, use a class, or mark it as trusted with raw()');
  }
  if (hole.kind === 'instruction' && typeof value === 'string') {
    // With http-equiv="refresh", for example, it takes the visitor to another site.
    const advice = 'Pass a number, respond with ctx.redirect, or mark it as trusted with raw()';
    throw invalid(hole, 'a string inside the content of a <meta http-equiv>', advice);
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
    const advice = `Put it into an attribute, data-name="\${…}", and read it from there, or mark it as trusted with raw()`;
    throw invalid(hole, `a value inside <${hole.name}>, where nothing can be escaped`, advice);
  }
  const text = value.toString();
  if (/<(?:\/script|\/style|!--)/i.test(text)) {
    throw invalid(hole, `raw markup that would end <${hole.name}> early`, 'Write its "<" as \\u003c');
  }
  return text;
}

/** Accepts values with one obvious spelling. Users would see anything else as `[object Object]`. */
function plainText(hole: Hole, value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || value === true) return String(value);
  if (typeof value === 'function') throw invalid(hole, 'a function', 'Call it');
  if (isPromise(value)) throw invalid(hole, 'a promise', 'Write await before it');
  const name = value.constructor?.name ?? typeof value;
  throw invalid(hole, `an object (${name})`, 'Choose one of its fields, or convert it with String(…)');
}

function invalid({ place }: Hole, what: string, advice: string): TypeError {
  return new TypeError(`${place}: ${what}. ${advice}.`);
}

const special = /[&<>"']/g;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Escapes the same five characters everywhere. `<` matters inside attributes too: in `<noscript><p title="</noscript>…">`,
 * the browser ends the element in the middle of the value.
 */
function escapeText(text: string): string {
  return text.replace(special, escapeOne);
}

function escapeOne(char: string): string {
  return escapes[char]!;
}
