import { holeMark, Scanner, type State } from './scanner.ts';
import { beginsScript, decodeReferences, fixesScheme, fixesServer } from './url.ts';

/** A place in a template where a value is inserted, and how the browser will interpret it. */
export interface Hole {
  readonly kind: 'text' | 'attribute' | 'url' | 'urls' | 'own-url' | 'css' | 'instruction' | 'switch' | 'code';
  /** The name of the attribute, or of the element if the value isn't inside an attribute. */
  readonly name: string;
  /** The template's own text in the same attribute, up to the neighbouring values. */
  readonly before: string;
  readonly after: string;
  /** The template up to this value, for error messages. */
  readonly place: string;
}

/** A parsed template: `pieces[0]`, the first value, `pieces[1]`, the second value, and so on. */
export interface Template {
  readonly pieces: readonly string[];
  readonly holes: readonly Hole[];
}

const parsed = new WeakMap<TemplateStringsArray, Template>();

/** Parses each template of the source once, however often it is rendered. */
export function templateOf(strings: TemplateStringsArray): Template {
  let template = parsed.get(strings);
  if (template === undefined) {
    template = readTemplate(strings);
    parsed.set(strings, template);
  }
  return template;
}

/** Rejects a template with a value that no escaping can make safe: the author finds out before an attacker does. */
function readTemplate(strings: TemplateStringsArray): Template {
  // JavaScript turns a piece with an invalid escape, such as the \u in C:\users, into undefined.
  if ((strings as readonly unknown[]).includes(undefined)) {
    throw new SyntaxError(
      `${excerpt(strings.raw)}: the template contains a backslash that is not a valid escape. Write it twice: \\\\`,
    );
  }
  const pieces = [...strings];
  const holes: Hole[] = [];
  const scanner = new Scanner();
  scanner.read(pieces[0]!);
  for (let index = 1; index < pieces.length; index++) {
    const hole = holeAt(scanner, pieces[index]!, excerpt([...strings.slice(0, index), '']));
    if (hole.kind === 'switch') {
      pieces[index - 1] = pieces[index - 1]!.replace(/\s*\?[^\s=]+\s*=\s*["']?$/, '');
      pieces[index] = pieces[index]!.replace(/^["']/, '');
    }
    holes.push(hole);
    scanner.read(pieces[index]!);
  }
  if (scanner.hasLateHttpEquiv) {
    const advice = 'what the browser does with content depends on http-equiv. Write http-equiv="…" before content.';
    throw new SyntaxError(`${excerpt(strings)}: ${advice}`);
  }
  rejectOpenEnd(scanner, excerpt(strings));
  return { pieces, holes };
}

function holeAt(scanner: Scanner, following: string, place: string): Hole {
  const { state, element, attribute, content } = scanner;
  if (state === 'text' || state === 'code') return { kind: state, name: element, before: '', after: '', place };
  if (attribute.startsWith('?') && (state === 'quoted' || state === 'before value')) {
    return switchAt(scanner, following, place);
  }
  if (state !== 'quoted') throw new SyntaxError(`${place}: ${rejections[state](attribute)}`);
  const kind = kindInAttribute(scanner, place);
  scanner.passHole();
  const before = decodeReferences(content.slice(content.lastIndexOf(holeMark) + 1));
  const after = decodeReferences(following.split(scanner.quote, 1)[0]!);
  return { kind, name: attribute, before, after, place };
}

/** `?checked=${done}` adds the attribute if the value is true. The value itself never gets into the page. */
function switchAt(scanner: Scanner, following: string, place: string): Hole {
  const { state, attribute, quote, content } = scanner;
  const name = attribute.slice(1);
  const isWhole = state === 'quoted' ? content === '' && following.startsWith(quote) : /^[\s/>]/.test(following);
  if (!isWhole || !/^[a-z][\w-]*$/.test(name)) {
    throw new SyntaxError(`${place}: "?" adds an attribute if a condition is true. Write ?${name}=\${condition}.`);
  }
  scanner.leaveAttribute();
  return { kind: 'switch', name, before: '', after: '', place };
}

const urlAttributes = words('href src action formaction data poster cite background manifest longdesc codebase');
const urlListAttributes = words('srcset imagesrcset ping');
/** Elements that run the code they load, or decide where others load it from. */
const loaders = words('script iframe frame embed object base use');
/** SVG elements that write into other attributes, such as `href`. */
const animations = words('animate set animatemotion animatetransform');
const animatedValues = words('to from by values');

function kindInAttribute(scanner: Scanner, place: string): Hole['kind'] {
  const { element, attribute, rel } = scanner;
  const name = attribute.slice(attribute.indexOf(':') + 1);
  if (attribute.startsWith('on') || name === 'srcdoc') {
    throw new SyntaxError(`${place}: the browser runs the value of ${attribute} as code. ${useData}`);
  }
  if (name === 'http-equiv') {
    throw new SyntaxError(
      `${place}: the value of http-equiv decides what the browser does. Choose between two templates.`,
    );
  }
  if (name === 'style') return 'css';
  if (name === 'content' && scanner.hasHttpEquiv) return 'instruction';
  if (urlListAttributes.has(name) || (animations.has(element) && animatedValues.has(name))) return 'urls';
  if (!urlAttributes.has(name)) return 'attribute';
  const content = decodeReferences(scanner.content);
  const [start = '', ...more] = content.split(holeMark);
  if (beginsScript(start)) {
    throw new SyntaxError(`${place}: the browser runs everything after ${start} as code. ${useData}`);
  }
  const isLoader = loaders.has(element) || (element === 'link' && linkLoads(rel));
  if (isLoader ? fixesServer(start) : fixesScheme(content)) return 'attribute';
  if (element === 'link' && rel === undefined) {
    throw new SyntaxError(
      `${place}: what the browser does with this URL depends on rel. Write rel="…" before ${name}.`,
    );
  }
  // Each of the two may look harmless on its own: "java" and "script:…".
  if (more.length > 0) {
    throw new SyntaxError(
      `${place}: two values together form the start of this ${attribute}. Join them into one value.`,
    );
  }
  const unfinished = /&#?\w*$/.exec(scanner.content)?.[0];
  if (unfinished !== undefined) {
    throw new SyntaxError(
      `${place}: the value would continue ${unfinished}. Write the character itself, or end it with ";".`,
    );
  }
  return isLoader ? 'own-url' : 'url';
}

/** Relations that load nothing. With any other, such as `stylesheet` or `manifest`, the browser may load the URL. */
const passiveRelations = words('alternate author canonical help license me next prev shortlink');

function linkLoads(rel: string | undefined): boolean {
  const relations = rel?.toLowerCase().match(/[^\t\n\f\r ]+/g) ?? [];
  return rel === undefined || !relations.every((relation) => passiveRelations.has(relation));
}

const useData = `Put the value into an attribute of its own, data-name="\${…}", and let a script read it from there.`;

const needsQuotes = (name: string) => `without quotes, a space would end the value. Write ${name}="\${…}".`;
const noElement = () =>
  'a value cannot be part of a tag name. Choose between two templates, or write &lt; for a "<" in text.';
const noAttribute = () =>
  `a value cannot be an attribute name. Write name="\${…}", or ?name=\${condition} for an optional attribute.`;
const noComment = () => 'a value cannot be part of a comment or a declaration. Remove it.';

const rejections: Record<Exclude<State, 'text' | 'code' | 'quoted'>, (attribute: string) => string> = {
  'tag open': noElement,
  'end tag open': noElement,
  'tag name': noElement,
  tag: noAttribute,
  'attribute name': noAttribute,
  'after name': noAttribute,
  'before value': needsQuotes,
  unquoted: needsQuotes,
  declaration: noComment,
  comment: noComment,
};

/** A fragment that ends inside a tag would change the meaning of the page that includes it. */
function rejectOpenEnd({ state, element, attribute }: Scanner, place: string): void {
  if (state === 'text') return;
  if (state === 'quoted') throw new SyntaxError(`${place} ends inside ${attribute}="… Is a quote missing?`);
  if (state === 'code') throw new SyntaxError(`${place} ends inside <${element}>. Close it in the same template.`);
  if (state === 'comment') throw new SyntaxError(`${place} ends inside a comment. Close it with -->`);
  throw new SyntaxError(`${place} ends inside a tag. Is a ">" missing? Write &lt; for a "<" in text.`);
}

/** The last part of the template so far, on one line. */
function excerpt(strings: readonly string[]): string {
  const text = strings.join(`\${…}`).replace(/\s+/g, ' ');
  return `html\`${text.length > 60 ? `…${text.slice(-60)}` : text}\``;
}

function words(list: string): Set<string> {
  return new Set(list.split(' '));
}
