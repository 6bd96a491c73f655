/** A fenced block of a Markdown file. */
export interface Fence {
  /** `ts`, `sh`, `text` … */
  readonly language: string;
  /** What stands behind the language: a file, or a word such as `starter`; without `{2,4}`, the lines to point at. */
  readonly note: string;
  readonly content: string;
  /** The line of its first mark, counted from 1. */
  readonly line: number;
}

export function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: { mark: string; language: string; note: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const found = /^(\s*)(`{3,})\s*(\S*)\s*(.*)$/.exec(line);
    if (open === undefined) {
      const note = (found?.[4] ?? '').replace(/\s*\{[\d,-]+\}\s*$/, '').trim();
      if (found) open = { mark: found[2]!, language: found[3]!, note, line: index + 1, lines: [] };
    } else if (found && found[2]!.length >= open.mark.length && found[3] === '') {
      const { language, note, lines } = open;
      fences.push({ language, note, content: lines.join('\n'), line: open.line });
      open = undefined;
    } else open.lines.push(line);
  }
  return fences;
}

/** The text with its fences blanked out, line for line, so that places stay where they are. */
export function proseOf(text: string): string {
  const lines = text.split('\n');
  for (const { line, content } of fencesOf(text)) {
    const count = content.split('\n').length + 2;
    for (let index = line - 1; index < line - 1 + count && index < lines.length; index++) lines[index] = '';
  }
  return lines.join('\n');
}

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
