import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { allChapters, type Chapter, root } from '../workshop/chapters.ts';
import { fencesOf, lineOf, proseOf } from '../workshop/markdown.ts';
import { readFiles, solutionAt, solutionOf, starterOf } from '../workshop/starters.ts';
import { designsOf } from './designs.ts';
import type { Finding } from './finding.ts';

/** Checks that the commands, paths and names in a chapter's prose exist. Everything in backticks must be real. */
export function verifyNames(chapter: Chapter, file: string): Finding[] {
  const text = readFileSync(file, 'utf8');
  const prose = proseOf(text);
  const place = relative(root, file).split(sep).join('/');
  const known = knownWords(chapter);
  const findings: Finding[] = [];
  for (const match of prose.matchAll(/`([^`\n]+)`/g)) {
    const problem = nameProblem(match[1]!, chapter, known);
    if (problem !== undefined) findings.push({ place: `${place}:${lineOf(prose, match.index)}`, problem });
  }
  for (const { language, content, line } of fencesOf(text)) {
    if (language !== 'sh') continue;
    for (const command of content.split('\n')) {
      const problem = commandProblem(command.trim());
      if (problem !== undefined) findings.push({ place: `${place}:${line}`, problem });
    }
  }
  return findings;
}

function nameProblem(code: string, chapter: Chapter, known: Set<string>): string | undefined {
  if (/^(npm|npx) /.test(code)) return commandProblem(code);
  if (/^(src|chapters|solutions|framework|docs|scripts)\/[\w./-]+$/.test(code)) return pathProblem(code, chapter);
  const name = /^(?:new )?@?([A-Z][A-Za-z]{2,}|[a-z]+[A-Z]\w*)(?:\(.*\))?$/.exec(code)?.[1];
  if (name !== undefined && !known.has(name))
    return `\`${code}\` occurs neither in the code of the chapter nor in the framework.`;
  const operation = /^ctx\.(\w+)/.exec(code)?.[1];
  if (operation !== undefined && !known.has(operation)) return `\`${code}\`: the context has no ${operation}.`;
  return undefined;
}

function commandProblem(command: string): string | undefined {
  const script = /^npm run (?:-s )?([\w:]+)/.exec(command)?.[1];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  if (script !== undefined && !(script in scripts)) return `"npm run ${script}" is not a command of this repository.`;
  const number = /^npm (?:test|run \w+) (\d\d)\b/.exec(command)?.[1];
  if (number !== undefined && !allChapters().some((chapter) => chapter.number === number))
    return `"${command}": chapter ${number} does not exist.`;
  const [, chapter, attack] = /^npm run attack (\d\d) ([\w-]+)/.exec(command) ?? [];
  const folder = allChapters().find((each) => each.number === chapter)?.folder;
  if (folder === undefined || existsSync(join(folder, 'attacks', `${attack}.ts`))) return undefined;
  if (!allChapters().some((each) => each.number === chapter && isInDesign(`attacks/${attack}.ts`, each)))
    return `"${command}": chapter ${chapter} has no attack "${attack}".`;
  return undefined;
}

function pathProblem(path: string, chapter: Chapter): string | undefined {
  const exists = path.startsWith('src/')
    ? isIn(path.slice(4), starterOf(chapter)) ||
      isIn(path.slice(4), solutionOf(chapter)) ||
      isInDesign(path.slice(4), chapter)
    : existsSync(join(root, path));
  return exists ? undefined : `the path ${path} does not exist.`;
}

/** A learner may write it for the variation: an attack has a file that the solution lacks. */
function isInDesign(path: string, chapter: Chapter): boolean {
  return designsOf(chapter).some(({ files }) => files.has(path));
}

function isIn(path: string, files: Map<string, string>): boolean {
  return files.has(path) || [...files.keys()].some((name) => name.startsWith(`${path.replace(/\/$/, '')}/`));
}

/** Every word that occurs in the code a chapter can talk about: its own, its examples, its incidents, and the framework. */
export function knownWords(chapter: Chapter): Set<string> {
  const texts = [
    ...solutionOf(chapter).values(),
    // A later step may replace code that an earlier step added.
    ...chapter.steps.flatMap(({ number }) => [...solutionAt(chapter, number).values()]),
    ...starterOf(chapter).values(),
    ...['examples', 'incidents'].flatMap((folder) => [...readFiles(join(chapter.solution, '..', folder)).values()]),
    frameworkText(),
  ];
  return new Set([...texts.join('\n').matchAll(/[A-Za-z_$][\w$]*/g)].map(([word]) => word));
}

let framework: string | undefined;
function frameworkText(): string {
  framework ??= readdirSync(join(root, 'framework'), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !name.endsWith('.test.ts') &&
        !name.includes('node_modules') &&
        !name.startsWith('dist'),
    )
    .map((name) => readFileSync(join(root, 'framework', name), 'utf8'))
    .join('\n');
  return framework;
}
