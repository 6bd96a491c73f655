import { posix } from 'node:path';
import type { Chapter } from '../../workshop/chapters.ts';
import { stepsIn } from '../../workshop/regions.ts';
import { type Files, readFiles, solutionOf } from '../../workshop/starters.ts';
import { applySteps, rounds, stepsOf } from './refactorings.ts';

/** A learner who writes differently from us: changes these files of a solution, and keeps what they do. */
export interface Style {
  readonly name: string;
  write(files: Files, names: readonly string[]): Files;
}

/** Solutions as other people would write them, made from ours. */
export const styles: readonly Style[] = [
  refactored('renamed', ['rename private', 'rename local']),
  refactored('functional', ['chain then', 'arrow handler', 'arrow function', 'concatenate']),
  refactored('reordered', ['reverse methods', 'reverse properties', 'reverse declarations', 'reverse imports']),
  refactored('functions moved', ['move functions']),
  { name: 'file moved', write: moveFile },
  { name: 'terse', write: (files, names) => rewritten(files, names, terse) },
  { name: 'verbose', write: (files, names) => rewritten(files, names, verbose) },
  { name: 'formatted', write: (files, names) => rewritten(files, names, formatted) },
];

/** The files of a solution that its own steps, and those of the chapters that it builds on, have changed. */
export function writtenFiles(chapter: Chapter, sources = chapter.sources): string[] {
  const solution = solutionOf(chapter);
  const marked = sources.flatMap((source) => [...readFiles(source)]);
  const names = marked.filter(([name, text]) => name.endsWith('.ts') && solution.has(name) && stepsIn(text).size > 0);
  return [...new Set(names.map(([name]) => name))];
}

function refactored(name: string, wanted: readonly string[]): Style {
  const chosen = rounds.flat().filter((each) => wanted.includes(each.name));
  if (chosen.length !== wanted.length) throw new Error(`A refactoring of the style "${name}" does not exist.`);
  return {
    name,
    write: (files, names) => chosen.reduce((result, each) => applySteps(result, stepsOf(each, result, names)), files),
  };
}

function rewritten(files: Files, names: readonly string[], rewrite: (text: string) => string): Files {
  return new Map([...files].map(([name, text]) => [name, names.includes(name) ? rewrite(text) : text]));
}

/** No comments, and blank lines only between declarations. */
function terse(text: string): string {
  return text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\n\n(?=\s+\S)/g, '\n');
}

/** A comment wherever something is declared or returned. */
function verbose(text: string): string {
  return text.replace(/^( +)(return|const) (.*)$/gm, '$1// Here I $2: $3\n$1$2 $3');
}

/** Another formatter: tabs, and double quotes wherever that is simple. */
function formatted(text: string): string {
  return text
    .replace(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2))
    .replace(/^([^'"`\n]*)'([^'"`\n]*)'([^'"`\n]*)$/gm, '$1"$2"$3');
}

/** The last file that a step changes gets another name, and everything that imports it knows. */
function moveFile(files: Files, names: readonly string[]): Files {
  const old = names.findLast((name) => posix.basename(name) !== 'main.ts');
  if (old === undefined) return files;
  const [from, to] = [posix.basename(old), `my-${posix.basename(old)}`];
  return new Map(
    [...files].map(([name, text]) => {
      const linked = text.replaceAll(
        new RegExp(`(['"][./][^'"]*/)${from.replaceAll('.', '\\.')}(?=['"])`, 'g'),
        `$1${to}`,
      );
      return [name === old ? posix.join(posix.dirname(old), to) : name, linked];
    }),
  );
}
