import { stripVTControlCharacters } from 'node:util';

/** What people copy, or what another program has written: a line break in it would change it. */
const whole = /^\s*(curl |npm |npx |node |git |[A-Z_]+=\S+ |[{[])/;

/** The beginning of a line that the rest of it is aligned with: its indentation, a mark, a number. */
const lead = /^\s*(?:(?:[✓✗·★☆→←!>*-]|\d+\.) )?/;

/** Each word with the spaces before it. A command within a sentence counts as one word: people copy it, too. */
const words = /\s*\S*npm (?:run )?[\w:]+(?: \d\d\b)?\S*|\s*\S+|\s+$/g;

/** Breaks lines that are wider than a terminal at their spaces. The terminal itself would break them within a word. */
export function fold(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => foldLine(line, width))
    .join('\n');
}

function foldLine(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  if (plain.length <= width || whole.test(plain)) return line;
  const hang = ' '.repeat(Math.min(lead.exec(plain)![0].length, width >> 1));
  const lines: string[] = [];
  let current = '';
  // Colours go on in the next line.
  for (const word of line.match(words)!) {
    const isFirst = stripVTControlCharacters(current).trim() === '';
    if (isFirst || widthOf(current + word) <= width) current += word;
    else {
      lines.push(current);
      current = hang + word.trimStart();
    }
  }
  return [...lines, current].join('\n');
}

function widthOf(line: string): number {
  return stripVTControlCharacters(line).length;
}
