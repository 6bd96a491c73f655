import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';

const widest = 100;

/** Markdown for a terminal: wrapped to its width, code in colour instead of backticks, code blocks indented. */
export function terminalProse(markdown: string, width: number): string {
  const lines = markdown.trim().split('\n');
  const blocks: string[] = [];
  while (lines.length > 0) {
    const line = lines.shift()!;
    const fence = /^\s*(`{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      const end = lines.findIndex((other) => other.trim().startsWith(fence));
      const code = lines.splice(0, end < 0 ? lines.length : end);
      lines.shift();
      blocks.push(code.map((text) => `    ${text}`.trimEnd()).join('\n'));
    } else if (/^\s*\|/.test(line)) {
      blocks.push([line, ...takeWhile(lines, (next) => /^\s*\|/.test(next))].join('\n'));
    } else if (line.trim() !== '') {
      const rest = takeWhile(lines, (next) => next.trim() !== '' && !/^\s*(`{3,}|\||[-*>] |\d+\. |#)/.test(next));
      blocks.push(paragraph([line, ...rest].join(' '), Math.min(width, widest)));
    } else blocks.push('');
  }
  return blocks.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** Wraps a sentence or two at the spaces. Every line after the first is indented by `hang`. */
export function wrap(text: string, width: number, hang = 0): string {
  return fill(text.split(/\s+/).filter(Boolean), width, hang);
}

function paragraph(text: string, width: number): string {
  const heading = /^#+ (.*)$/.exec(text.trim())?.[1];
  if (heading !== undefined) return pc.bold(heading);
  const [, mark = '', rest = ''] = /^\s*([-*>] |\d+\. )?([\s\S]*)$/.exec(text) ?? [];
  const lead = mark === '> ' ? '  ' : mark;
  return lead + fill(styledWords(rest), width - lead.length, 0).replaceAll('\n', `\n${' '.repeat(lead.length)}`);
}

/** The words of a paragraph, each with its own colour, so that a line can end between any two of them. */
function styledWords(text: string): string[] {
  const plain = text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const styled = plain.replace(/(`+)(.+?)\1|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*/g, (_, _mark, code, strong, emphasis) =>
    (code ?? strong ?? emphasis)
      .split(/\s+/)
      .map(code === undefined ? (strong === undefined ? pc.italic : pc.bold) : pc.cyan)
      .join(' '),
  );
  return styled.split(/\s+/).filter(Boolean);
}

function fill(words: string[], width: number, hang: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    const room = width - (lines.length > 0 ? hang : 0);
    if (line !== '' && stripVTControlCharacters(longer).length > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${' '.repeat(hang)}`);
}

function takeWhile(lines: string[], holds: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !holds(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}
