import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'trellis';
import { root } from '../workshop/chapters.ts';

const languages = ['ts', 'js', 'sh', 'json', 'sql', 'html', 'http', 'yaml', 'md'] as const;
type Language = (typeof languages)[number];
/** Part of the cache key. Increase it when the generated markup changes, to invalidate old entries. */
const version = 5;

export interface Highlighting {
  /** The lines to highlight, counted from 1. */
  readonly marked?: ReadonlySet<number>;
  /** Whether each line gets an id such as `L12`. */
  readonly ids?: boolean;
  /** The whole files that the code may be an excerpt of: a fragment alone can't be parsed. */
  readonly within?: readonly string[];
}

/**
 * Highlights code. The engine takes a tenth of a second for a dense block, so results are cached in memory and on disk,
 * keyed by a hash of the code. The markup only contains classes such as `t-keyword`, and assets/site.css defines their
 * colours: the same markup works in light and dark mode, pages stay small, and the strict content security policy needs
 * no exception for inline styles.
 */
export class Highlighter {
  readonly #folder = join(root, '.workshop', 'highlighted');
  readonly #kept = new Map<string, string[]>();
  #engine: Promise<Engine> | undefined;

  /** Lines of code, each in a span; without highlighting if the language is unknown. */
  async highlight(code: string, language: string, { marked, ids = false, within = [] }: Highlighting = {}) {
    const isDiff = language === 'diff';
    const source = code.split('\n');
    const lines = isDiff
      ? await this.#differenceLines(source, within)
      : await this.#fragmentLines(source, language, within);
    return lines
      .map((line, index) => {
        const change = isDiff && changeOf(source[index]);
        const classes = ['line', marked?.has(index + 1) && 'is-marked', change].filter(Boolean);
        return `<span class="${classes.join(' ')}"${ids ? ` id="L${index + 1}"` : ''}>${line}</span>`;
      })
      .join('\n');
  }

  /** Takes the lines from the highlighted file, run by run, if the fragment is an excerpt of one. */
  async #fragmentLines(source: readonly string[], language: string, files: readonly string[]): Promise<string[]> {
    const runs = runsOf(source);
    const file = fileWith(runs, files);
    if (file === undefined) return this.#aloneLines(source, language);
    const whole = await this.#linesOf(file, language);
    const fileLines = file.split('\n');
    let hasBody = true;
    return runs.flatMap((run) => {
      // Between two signatures, only bodies are left out, as in a declaration file.
      if (isLeftOut(run[0]!)) return hasBody ? [leftOut(run[0]!)] : [];
      const start = placeOf(run, fileLines);
      hasBody = !isSignature(run.at(-1)!, fileLines[start + run.length - 1]);
      return run.map((line, index) =>
        isSignature(line, fileLines[start + index]) ? withoutBody(whole[start + index]!) : whole[start + index]!,
      );
    });
  }

  /** A method outside of a class would be parsed as a call, so it is wrapped in a class for parsing. */
  async #aloneLines(source: readonly string[], language: string): Promise<string[]> {
    const first = source.find((line) => line.trim() !== '' && !/^\s*(\/\/|\*|\/\*)/.test(line)) ?? '';
    if (language !== 'ts' || !isMember(first)) return this.#linesOf(source.join('\n'), language);
    return (await this.#linesOf(['class C {', ...source].join('\n'), language)).slice(1);
  }

  /** Both versions are highlighted as code. The first column tells which version a line belongs to. */
  async #differenceLines(source: readonly string[], files: readonly string[]): Promise<string[]> {
    const isCode = (line: string) => changeOf(line) !== 'is-place' && !isLeftOut(line);
    const version = async (other: string) => {
      const own = source.filter((line) => !isCode(line) || !line.startsWith(other));
      return (
        await this.#versionLines(
          own.map((line) => (isCode(line) ? line.slice(1) : '// …')),
          files,
        )
      ).values();
    };
    const [before, after] = [await version('+'), await version('-')];
    return source.map((line) => {
      if (isLeftOut(line)) return leftOut(line);
      if (!isCode(line)) return escaped(line);
      const old = line.startsWith('+') ? undefined : before.next().value;
      const current = line.startsWith('-') ? undefined : after.next().value;
      return escaped(line.slice(0, 1)) + (current ?? old ?? '');
    });
  }

  /** A hunk may begin inside a template string or a comment, so its lines are taken from the file if that is known. */
  async #versionLines(own: readonly string[], files: readonly string[]): Promise<string[]> {
    const runs = runsOf(own).filter((run) => !isLeftOut(run[0]!));
    const file = fileWith(runs, files);
    if (file === undefined) return this.#aloneLines(runs.flat(), 'ts');
    const [whole, fileLines] = [await this.#linesOf(file, 'ts'), file.split('\n')];
    return runs.flatMap((run) => {
      const start = placeOf(run, fileLines);
      return whole.slice(start, start + run.length);
    });
  }

  async #linesOf(code: string, language: string): Promise<string[]> {
    if (!(languages as readonly string[]).includes(language)) return code.split('\n').map(escaped);
    const key = createHash('sha256').update(`${version}\0${language}\0${code}`).digest('hex').slice(0, 24);
    const kept = this.#kept.get(key) ?? readKept(join(this.#folder, `${key}.json`));
    const lines = kept ?? (await this.#make(code, language as Language));
    if (kept === undefined) this.#keep(key, lines);
    this.#kept.set(key, lines);
    return lines;
  }

  async #make(code: string, language: Language): Promise<string[]> {
    this.#engine ??= loadEngine();
    const engine = await this.#engine;
    // No time limit: on a busy machine the engine would give up in the middle of a line, and we would cache the result.
    const { tokens } = engine.codeToTokens(code, { lang: language, theme: 'css-variables', tokenizeTimeLimit: 0 });
    return tokens.map((line) => line.map(({ content, color }) => spanOf(content, color)).join(''));
  }

  /** If the disk is read-only, the next start is slower, but everything works. */
  #keep(key: string, lines: string[]): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(join(this.#folder, `${key}.json`), JSON.stringify(lines));
    } catch {}
  }
}

type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** Loaded only when something is not in the cache. */
async function loadEngine() {
  const { createCssVariablesTheme, createHighlighter } = await import('shiki');
  return createHighlighter({ themes: [createCssVariablesTheme()], langs: [...languages] });
}

/** The theme's colours are called `var(--shiki-token-keyword)`. Tokens without a colour need no element. */
function spanOf(content: string, color = ''): string {
  const kind = /token-([a-z-]+)/.exec(color)?.[1];
  return kind === undefined || content.trim() === ''
    ? escaped(content)
    : html`<span class="t-${kind}">${content}</span>`.toString();
}

function escaped(line: string): string {
  return html`${line}`.toString();
}

function leftOut(line: string): string {
  return `<span class="t-comment">${escaped(line)}</span>`;
}

/** `// …` stands for lines that are left out. */
export function isLeftOut(line: string): boolean {
  return /^\s*(\/\/|#) …$/.test(line);
}

/** Runs of lines that follow each other in the file. A `// …` line is a run of its own. */
function runsOf(lines: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run === undefined || isLeftOut(line) || isLeftOut(run[0]!)) runs.push([line]);
    else run.push(line);
  }
  return runs;
}

/** The first of the files that has all of these runs. */
function fileWith(runs: readonly string[][], files: readonly string[]): string | undefined {
  return files.find((text) => runs.every((run) => isLeftOut(run[0]!) || placeOf(run, text.split('\n')) >= 0));
}

function placeOf(run: readonly string[], file: readonly string[]): number {
  return file.findIndex((_, start) =>
    run.every(
      (line, index) =>
        file[start + index] === line || (index === run.length - 1 && isSignature(line, file[start + index])),
    ),
  );
}

/** `get(path: string): Handler` is an excerpt of a line that also opens the body. */
function isSignature(line: string, whole = ''): boolean {
  return whole === `${line} {` || whole === `${line} => {`;
}

/** The highlighted line without the brace at its end. */
function withoutBody(markup: string): string {
  return markup.replace(
    /(?:\s*<span class="t-[\w-]+">\s*=&gt;\s*<\/span>)?\s*(?:<span class="t-[\w-]+">\s*\{\s*<\/span>|\{)$/,
    '',
  );
}

/** Whether the line starts a method or a field of a class. */
function isMember(line: string): boolean {
  const isStatement = /^\s*(if|for|while|switch|return|await|throw|const|let|import|export|class|function)\b/.test(
    line,
  );
  return !isStatement && /^\s*(@\w+|((async|private|readonly|static|get) )*#?\w+(<.*>)?\(.*\{$)/.test(line);
}

/** The class for a line of a diff, by its first column. */
function changeOf(line = ''): string | undefined {
  if (/^(\+\+\+ |--- |@@|Line \d+$)/.test(line)) return 'is-place';
  if (line.startsWith('+')) return 'is-added';
  return line.startsWith('-') ? 'is-removed' : undefined;
}

/** Returns undefined for a damaged entry, which is then highlighted again. */
function readKept(file: string): string[] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
