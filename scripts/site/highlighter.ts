import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'trellis';
import { root } from '../workshop/chapters.ts';

const languages = ['ts', 'js', 'sh', 'json', 'diff', 'sql', 'html', 'http', 'yaml', 'md'] as const;
const themes = { light: 'github-light-default', dark: 'github-dark-default' };
/** Part of the cache's key: another look makes old entries worthless. */
const version = 1;

interface Highlighted {
  markup: string;
  /** The colours that occur, by class: light and dark. */
  colours: Record<string, { light: string; dark: string }>;
}

/**
 * Colours code. The engine takes a tenth of a second for a dense block, so what it made once is kept on disk, by the
 * hash of the text. Colours are classes, not styles: pages stay small, and a strict content policy holds.
 */
export class Highlighter {
  readonly #folder = join(root, '.workshop', 'highlighted');
  readonly #colours = new Map<string, { light: string; dark: string }>();
  #engine: Promise<Engine> | undefined;

  /** Lines of code, each in a span; plain where the language is unknown. */
  async highlight(code: string, language: string): Promise<string> {
    if (!(languages as readonly string[]).includes(language)) return plainLines(code);
    const key = createHash('sha256').update(`${version}\0${language}\0${code}`).digest('hex').slice(0, 24);
    const file = join(this.#folder, `${key}.json`);
    const kept = existsSync(file) ? readKept(file) : undefined;
    const highlighted = kept ?? (await this.#make(code, language));
    if (kept === undefined) {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(file, JSON.stringify(highlighted));
    }
    for (const [name, colour] of Object.entries(highlighted.colours)) this.#colours.set(name, colour);
    return highlighted.markup;
  }

  /** The style sheet for everything that was coloured so far. */
  css(): string {
    const rules = [...this.#colours].sort(([a], [b]) => (a < b ? -1 : 1));
    const dark = (where: string) => rules.map(([name, colour]) => `${where} .${name}{color:${colour.dark}}`).join('');
    return [
      rules.map(([name, colour]) => `.${name}{color:${colour.light}}`).join(''),
      `@media (prefers-color-scheme:dark){${dark(':root:not([data-theme=light])')}}`,
      dark(':root[data-theme=dark]'),
    ].join('\n');
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
    const lines = tokens.map((line) => {
      const spans = line.map(({ content, htmlStyle }) => {
        const light = htmlStyle?.['--shiki-light'] ?? '';
        const dark = htmlStyle?.['--shiki-dark'] ?? '';
        const name = classOf(light, dark);
        colours[name] = { light, dark };
        return content.trim() === '' ? content : html`<span class="${name}">${content}</span>`.toString();
      });
      return `<span class="line">${spans.join('')}</span>`;
    });
    return { markup: lines.join('\n'), colours };
  }
}

type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** Loaded only when something is not in the cache. */
async function loadEngine() {
  const { createHighlighter } = await import('shiki');
  return createHighlighter({ themes: Object.values(themes), langs: [...languages] });
}

function plainLines(code: string): string {
  return code
    .split('\n')
    .map((line) => html`<span class="line">${line}</span>`.toString())
    .join('\n');
}

function classOf(light: string, dark: string): string {
  return `t${createHash('sha256')
    .update(light + dark)
    .digest('hex')
    .slice(0, 5)}`;
}

/** A damaged entry is made anew. */
function readKept(file: string): Highlighted | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Highlighted;
    return typeof kept.markup === 'string' && typeof kept.colours === 'object' ? kept : undefined;
  } catch {
    return undefined;
  }
}
