import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, root } from '../workshop/chapters.ts';
import { type Fence, fencesOf } from '../workshop/markdown.ts';
import { baseOf, starterOf } from '../workshop/starters.ts';
import type { Finding } from './finding.ts';

const elision = /^\s*(?:\/\/|#) …\s*$/m;

/** Code in a chapter's README occurs, word for word, in the file that its fence names. */
export function verifySnippets(chapter: Chapter, readme: string): Finding[] {
  return fencesOf(readme).flatMap((fence) => {
    const problem =
      fence.language === 'ts'
        ? codeProblem(chapter, fence)
        : fence.language === 'diff'
          ? diffProblem(chapter, fence)
          : undefined;
    return problem === undefined ? [] : [{ place: `chapters/${chapter.slug}/README.md:${fence.line}`, problem }];
  });
}

function codeProblem(chapter: Chapter, { note, content }: Fence): string | undefined {
  if (note === '') return 'a ts fence without a file. Name one after "ts": examples/…, src/… or framework/….';
  const text = textOf(chapter, note);
  if (text === undefined) return `the fence names ${note}, which does not exist.`;
  return contains(text, content) ? undefined : `the snippet does not occur in ${note} like this.`;
}

/** `examples/` are the other examples, `src/` is the starter, everything else a path from the repository's root. */
function textOf(chapter: Chapter, note: string): string | undefined {
  if (note.startsWith('src/')) return starterOf(chapter).get(note.slice(4));
  const path = note.startsWith('examples/') ? join(chapter.solution, '..', note) : join(root, note);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function diffProblem(chapter: Chapter, { note, content }: Fence): string | undefined {
  if (!note.startsWith('src/')) return 'a diff fence names a file of the starter: diff src/….';
  const name = note.slice(4);
  const old = baseOf(chapter).get(name) ?? '';
  const now = starterOf(chapter).get(name) ?? '';
  const lines = content.split('\n');
  const missing = (marks: string, text: string) =>
    lines
      .filter((line) => marks.includes(line.charAt(0)) && line.trim().length > 1)
      .find((line) => !text.split('\n').some((other) => other.trim() === line.slice(1).trim()));
  const lost = missing('-', old);
  if (lost !== undefined) return `the removed line does not occur in the solution that the chapter builds on: ${lost}`;
  const strange = missing('+ ', now);
  return strange === undefined ? undefined : `the line does not occur in the starter: ${strange}`;
}

/** A signature may leave out what opens its body. */
const body = '(?:(?: =>)? \\{)?';

/** Whether the lines occur in a file, one after the other. Their common indentation may be left out. */
export function contains(text: string, snippet: string): boolean {
  const parts = snippet
    .split(elision)
    .map(dedent)
    .filter((part) => part !== '');
  let rest = `${text}\n`;
  for (const part of parts) {
    const lines = part
      .split('\n')
      .map((line) => (line === '' ? '' : `\\k<indent>${line.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`));
    // The indentation of the first line, and the same in front of the others.
    const match = new RegExp(`^${lines.join('\n').replace('\\k<indent>', '(?<indent> *)')}${body}$`, 'm').exec(rest);
    if (match === null) return false;
    rest = rest.slice(match.index + match[0].length);
  }
  return parts.length > 0;
}

/** Without blank lines at both ends, and without the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  const depth = Math.min(...lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(depth)).join('\n');
}
