import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt();

/** A fenced block of a Markdown file. */
export interface Fence {
  /** `ts`, `sh`, `text` … */
  readonly language: string;
  /** What follows the language: a file, or a word such as `starter`, without the lines to highlight (`{2,4}`). */
  readonly note: string;
  readonly content: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
}

export function fencesOf(text: string): Fence[] {
  return fenceTokens(text).map(({ info, content, map }) => {
    const [language = '', ...words] = info.trim().split(/\s+/);
    const note = words.filter((word) => !/^\{[\d,-]+\}$/.test(word)).join(' ');
    return { language, note, content: content.replace(/\n$/, ''), line: map![0] + 1 };
  });
}

/** Blanks out fenced blocks line by line, so that line numbers stay the same. */
export function proseOf(text: string): string {
  const lines = text.split('\n');
  for (const { map } of fenceTokens(text)) lines.fill('', ...map!);
  return lines.join('\n');
}

function fenceTokens(text: string) {
  return markdown.parse(text, {}).filter(({ type }) => type === 'fence');
}

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
