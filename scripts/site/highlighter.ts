import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'trellis';
import { root } from '../workshop/chapters.ts';

const languages = ['ts', 'js', 'sh', 'json', 'sql', 'html', 'http', 'yaml', 'md'] as const;
/** Part of the cache's key: another look makes old entries worthless. */
const version = 3;

/**
 * Colours code. The engine takes a tenth of a second for a dense block, so what it made once is kept, in memory and on
 * disk, by the hash of the text. It says what a word is (`t-keyword`), and assets/site.css what that looks like: one pass
 * serves light and dark, pages stay small, and a strict content policy holds.
 */
export class Highlighter {
  readonly #folder = join(root, '.workshop', 'highlighted');
  readonly #kept = new Map<string, string[]>();
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

  async #linesOf(code: string, language: string): Promise<string[]> {
    // A difference needs no grammar: its first column says everything.
    if (!(languages as readonly string[]).includes(language)) return code.split('\n').map(escaped);
    const key = createHash('sha256').update(`${version}\0${language}\0${code}`).digest('hex').slice(0, 24);
    const kept = this.#kept.get(key) ?? readKept(join(this.#folder, `${key}.json`));
    const lines = kept ?? (await this.#make(code, language as (typeof languages)[number]));
    if (kept === undefined) this.#keep(key, lines);
    this.#kept.set(key, lines);
    return lines;
  }

  async #make(code: string, language: (typeof languages)[number]): Promise<string[]> {
    this.#engine ??= loadEngine();
    const engine = await this.#engine;
    const { tokens } = engine.codeToTokens(code, { lang: language, theme: 'css-variables' });
    return tokens.map((line) => line.map(({ content, color }) => spanOf(content, color)).join(''));
  }

  /** On a disk that may not be written, the next start is slower, and nothing else. */
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

/** The theme's colours are called `var(--shiki-token-keyword)`. What is plain text needs no element. */
function spanOf(content: string, color = ''): string {
  const kind = /token-([a-z-]+)/.exec(color)?.[1];
  return kind === undefined || content.trim() === ''
    ? escaped(content)
    : html`<span class="t-${kind}">${content}</span>`.toString();
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

/** A damaged entry is made anew. */
function readKept(file: string): string[] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
