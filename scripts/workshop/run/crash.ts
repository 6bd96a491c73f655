import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeFrame } from '../code-frame.ts';
import { type Files, readFiles } from '../starters.ts';
import { relativePaths } from './startup-cause.ts';

/** An error that ended a program, or kept a file from being imported. */
export interface Crash {
  /** The error message alone: those of the framework say what to change. */
  readonly message: string;
  /** Where in the learner's code, with the lines around it. */
  readonly place?: string;
  /** The files, classes and modules that it is about: they tell which step the learner is working on. */
  readonly about: readonly string[];
  /** What the program had printed before. */
  readonly printed: string;
}

interface Place {
  readonly file: string;
  readonly line: number;
  /** Counted from 0. */
  readonly column: number;
}

/** Undefined if the output of the program in this folder has no error message. */
export function crashIn(output: string, src: string): Crash | undefined {
  const text = output.replaceAll(`${pathToFileURL(src).href}/`, src + sep).replaceAll('\r\n', '\n');
  const [report = '', header = '', caret = ''] =
    /^(\S.*:\d+)\n.*\n( *)\^[\s\S]*|^\w*Error(?: \[\w+\])?: [\s\S]*/m.exec(text) ?? [];
  const [, name = '', said = ''] =
    /^(\w*Error)(?: \[\w+\])?: ([\s\S]*?)(?=\n\s+at |\s*\nNode\.js v|\s*(?![\s\S]))/m.exec(report) ?? [];
  if (name === '') return undefined;
  const files = readFiles(src);
  const names = namesIn(said);
  const [, row, column, problem] = /^.+?:(\d+):(\d+): ERROR: (.+)$/m.exec(said) ?? [];
  const mentioned = placesIn(report, src, files);
  // The caret below the first line tells the column, which that line itself leaves out.
  const thrown = header === '' ? undefined : placesIn(`${header}:${caret.length + 1}`, src, files)[0];
  const place =
    (problem && mentioned[0] && { ...mentioned[0], line: Number(row), column: Number(column) }) ||
    thrown ||
    importOf(said, src, files) ||
    mentioned.find(({ file }) => file !== 'main.ts') ||
    names.map((each) => declarationOf(each, files)).find((found) => found !== undefined) ||
    mentioned[0];
  return {
    message: problem
      ? `Syntax error: ${problem}`
      : relativePaths(name === 'Error' && thrown === undefined ? said : `${name}: ${said}`),
    place: place && frameOf(place, src, files, problem),
    about: [...names, ...(place ? [place.file, ...namesIn(lineAt(place, files))] : [])],
    printed: text.slice(0, text.indexOf(report)).trim(),
  };
}

/** Names such as `PostsService`. */
function namesIn(text: string): string[] {
  return text.match(/\b[A-Z][a-z\d]+[A-Z]\w*/g) ?? [];
}

function lineAt({ file, line }: Place, files: Files): string {
  return files.get(file)!.split('\n')[line - 1] ?? '';
}

/** The places in the learner's files that a string names: `…/src/posts/posts.service.ts:7:25`. */
function placesIn(text: string, src: string, files: Files): Place[] {
  return text
    .split(src + sep)
    .slice(1)
    .flatMap((rest) => {
      const [, path = '', line, column = '1'] = /^([^:'"()\n]+):(\d+)(?::(\d+))?/.exec(rest) ?? [];
      const file = path.split(sep).join('/');
      return files.has(file) ? [{ file, line: Number(line), column: Number(column) - 1 }] : [];
    });
}

/** The import of a file that does not exist. */
function importOf(message: string, src: string, files: Files): Place | undefined {
  const [, missing = '', path = ''] = /Cannot find module '(.+?)' imported from (.+)/.exec(message) ?? [];
  const file = path
    .slice(src.length + 1)
    .split(sep)
    .join('/');
  const name = missing.split(sep).at(-1)!;
  return missing === '' ? undefined : find(file, name, files);
}

/** Where a class, or a module, is defined. */
function declarationOf(name: string, files: Files): Place | undefined {
  for (const file of files.keys())
    for (const keyword of ['class', 'const']) {
      const place = find(file, `${keyword} ${name}`, files);
      if (place !== undefined) return place;
    }
  return undefined;
}

function find(file: string, words: string, files: Files): Place | undefined {
  const lines = files.get(file)?.split('\n') ?? [];
  const index = lines.findIndex((line) => line.includes(words));
  return index === -1 ? undefined : { file, line: index + 1, column: lines[index]!.indexOf(words) };
}

function frameOf({ file, line, column }: Place, src: string, files: Files, problem = ''): string {
  const path = relativePaths(src + sep + file).replaceAll(sep, '/');
  return `${path}:${line}:${column + 1}\n\n${codeFrame(files.get(file)!, line, column, problem)}`;
}
