import type { Edit, Source } from '../../workshop/syntax/source.ts';

/* The same HTML, written differently. */

const value = String.raw`"(?:[^"$]|\$\{[^}]*\}|\$)*"`;
const attribute = String.raw`\s+[\w-]+(?:=${value})?`;
const tag = new RegExp(`<([a-z][a-z0-9]*)((?:${attribute}){1,})(\\s*/?)>`, 'g');
const empty = ['input', 'meta', 'link', 'br', 'img', 'hr'];

/** The attributes of each tag from the last to the first, and `<input>` → `<input />`. */
export function* reverseAttributes(source: Source): Iterable<Edit[]> {
  for (const { node } of source.all('TaggedTemplateExpression')) {
    if (source.textOf(node.tag) !== 'html') continue;
    const start = node.quasi.start!;
    for (const { 0: whole, 1: name, 2: attributes, index } of source.textOf(node.quasi).matchAll(tag)) {
      const all = attributes!.match(new RegExp(attribute, 'g')) ?? [];
      const end = empty.includes(name!) ? ' />' : '>';
      yield [[start + index, start + index + whole.length, `<${name}${all.toReversed().join('')}${end}`]];
    }
  }
}
