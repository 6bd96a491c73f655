import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'trellis';
import { root } from '../workshop/chapters.ts';

const languages = ['ts', 'js', 'sh', 'json', 'sql', 'html', 'http', 'yaml', 'md'] as const;
const themes = { light: 'github-light-default', dark: 'github-dark-default' };
/** Part of the cache's key: another look makes old entries worthless. */
const version = 2;

interface Highlighted {
  /** Markup, line by line. */
  lines: string[];
  /** The colours that occur, by class: light and dark. */
  colours: Record<string, { light: string; dark: string }>;
}

/**
 * Colours code. The engine takes a tenth of a second for a dense block, so what it made once is kept, in memory and on
 * disk, by the hash of the text. Colours are classes, not styles: pages stay small, and a strict content policy holds.
 */
export class Highlighter {
  readonly #folder = join(root, '.workshop', 'highlighted');
  readonly #kept = new Map<string, Highlighted>();
  readonly #colours = new Map<string, { light: string; dark: string }>();
  #engine: Promise<Engine> | undefined;

  /** Lines of code, each in a span; plain where the language is unknown. Lines may be pointed at, and numbered. */
  async highlight(code: string, language: string, marked: ReadonlySet<number> = new Set(), ids = false) {
    const lines = await this.#linesOf(code, language);
    const source = language === 'diff' ? code.split('\n') : [];
    return lines
      .map((line, index) => {
        const classes = ['line', marked.has(index + 1) && 'is-marked', changeOf(source[index])].filter(Boolean);
        return `<span class="${classes.join(' ')}"${ids ? ` id="L${index + 1}"` : ''}>${line}</span>`;
      })
      .join('\n');
  }

  /** The style sheet for everything that was coloured so far. */
  css(): string {
    const rules = [...this.#colours].sort(([a], [b]) => (a < b ? -1 : 1));
    const dark = (where: string) => rules.map(([name, colour]) => `${where} .${name}{color:${colour.dark}}`).join('');
    return [
      rules.map(([name, colour]) => `.${name}{color:${colour.light}}`).join(''),
      `@media screen and (prefers-color-scheme:dark){${dark(':root:not([data-theme=light])')}}`,
      `@media screen{${dark(':root[data-theme=dark]')}}`,
    ].join('\n');
  }

  async #linesOf(code: string, language: string): Promise<string[]> {
    // A difference needs no grammar: its first column says everything.
    if (!(languages as readonly string[]).includes(language)) return code.split('\n').map(escaped);
    const key = createHash('sha256').update(`${version}\0${language}\0${code}`).digest('hex').slice(0, 24);
    const kept = this.#kept.get(key) ?? readKept(join(this.#folder, `${key}.json`));
    const highlighted = kept ?? (await this.#make(code, language));
    if (kept === undefined) this.#keep(key, highlighted);
    this.#kept.set(key, highlighted);
    for (const [name, colour] of Object.entries(highlighted.colours)) this.#colours.set(name, colour);
    return highlighted.lines;
  }

  async #make(code: string, language: string): Promise<Highlighted> {
    this.#engine ??= loadEngine();
    const engine = await this.#engine;
    const { tokens } = engine.codeToTokens(code, {
      lang: language as (typeof languages)[number],
      themes,
      defaultColor: false,
    });
    const colours: Highlighted['colours'] = {};
    const lines = tokens.map((line) =>
      line
        .map(({ content, htmlStyle }) => {
          if (content.trim() === '') return content;
          const light = htmlStyle?.['--shiki-light'] ?? '';
          const dark = htmlStyle?.['--shiki-dark'] ?? '';
          const name = classOf(light, dark);
          colours[name] = { light, dark };
          return html`<span class="${name}">${content}</span>`.toString();
        })
        .join(''),
    );
    return { lines, colours };
  }

  /** On a disk that may not be written, the next start is slower, and nothing else. */
  #keep(key: string, highlighted: Highlighted): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(join(this.#folder, `${key}.json`), JSON.stringify(highlighted));
    } catch {}
  }
}

type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** Loaded only when something is not in the cache. */
async function loadEngine() {
  const { createHighlighter } = await import('shiki');
  return createHighlighter({ themes: Object.values(themes), langs: [...languages] });
}

function escaped(line: string): string {
  return html`${line}`.toString();
}

/** What the first column of a difference says. */
function changeOf(line = ''): string | undefined {
  if (/^(\+\+\+|---|@@)/.test(line)) return 'is-place';
  if (line.startsWith('+')) return 'is-added';
  return line.startsWith('-') ? 'is-removed' : undefined;
}

function classOf(light: string, dark: string): string {
  const hash = createHash('sha256').update(light + dark);
  return `t${hash.digest('hex').slice(0, 5)}`;
}

/** A damaged entry is made anew. */
function readKept(file: string): Highlighted | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Highlighted;
    return Array.isArray(kept.lines) && typeof kept.colours === 'object' ? kept : undefined;
  } catch {
    return undefined;
  }
}
