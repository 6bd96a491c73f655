/** The info string of a fenced code block, such as `ts src/posts.ts {2,4-6}`. */
export interface FenceInfo {
  readonly language: string;
  /** The file that the code is quoted from, or a word such as `diagram`. */
  readonly note: string;
  /** The lines to highlight, counted from 1. */
  readonly marked: ReadonlySet<number>;
  readonly kind: 'code' | 'output' | 'diagram';
  /** The caption above the code. */
  readonly caption: string;
}

export function readFenceInfo(info: string): FenceInfo {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const marks = words.filter((word) => /^\{[\d,-]+\}$/.test(word));
  const note = words.filter((word) => !marks.includes(word)).join(' ');
  const kind = language !== 'text' ? 'code' : note === 'diagram' ? 'diagram' : 'output';
  return { language, note, marked: linesOf(marks.join()), kind, caption: captionOf(language, note, kind) };
}

function captionOf(language: string, note: string, kind: FenceInfo['kind']): string {
  if (kind !== 'code' || language === 'sh') return '';
  if (language === 'json' || language === 'http') return note === '' || note === 'starter' ? 'Response' : note;
  return note.replace(/^examples\//, 'Example: ');
}

function linesOf(marks: string): Set<number> {
  const lines = new Set<number>();
  for (const [, first, last = first] of marks.matchAll(/(\d+)(?:-(\d+))?/g)) {
    for (let line = Number(first); line <= Number(last); line++) lines.add(line);
  }
  return lines;
}
