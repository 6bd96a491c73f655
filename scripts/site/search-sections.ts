import GithubSlugger from 'github-slugger';
import { proseOf } from '../workshop/markdown.ts';
import type { Content, Page } from './content.ts';
import type { Places } from './places.ts';

/** A search result: one heading and the content below it. */
export interface Section {
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly place: string;
  /** Search terms that the section itself may not contain. */
  readonly keywords: string;
  /** The part of the site that it belongs to. */
  readonly kind: string;
}

export function sectionsOf(content: Content, places: Pick<Places, 'page'>): Section[] {
  return content.pages.flatMap((page) => sectionsIn(page, content, places));
}

function sectionsIn(page: Page, content: Content, places: Pick<Places, 'page'>): Section[] {
  const slugger = new GithubSlugger();
  const own = page.reference === undefined ? page.title : `API reference: ${page.title}`;
  const name = page.chapter === undefined ? own : `${page.chapter.number} ${page.chapter.title}`;
  const entry = content.parts.flatMap(({ chapters }) => chapters).find(({ chapter }) => chapter === page.chapter);
  return partsOf(content.textOf(page)).flatMap(({ prose, code }, index) => {
    const title = headingText(/^#{1,6} (.+)$/m.exec(prose)?.[1] ?? page.title);
    const topics = index === 0 && entry ? `${entry.builds} ${entry.learns}` : '';
    const place = places.page(page, slugger.slug(title));
    const shared = { page: name, place, kind: page.section };
    const keywords = [topics, ...namesIn(code)].join(' ').trim();
    const whole = { ...shared, title: index === 0 ? page.title : title, text: textOf(prose), keywords };
    return [whole, ...commandsIn(prose).map((command) => ({ ...shared, ...command }))];
  });
}

/** What is below each heading: prose, and blocks of code. A heading of the fourth level sorts entries, and is part of its section. */
function partsOf(text: string): { prose: string; code: string }[] {
  const [lines, prose] = [text.split('\n'), proseOf(text).split('\n')];
  const starts = prose.flatMap((line, index) => (/^#{1,3} /.test(line) ? [index] : []));
  return [0, ...starts.filter((start) => start > 0)]
    .map((start, index, all) => ({
      prose: prose.slice(start, all[index + 1]).join('\n'),
      code: lines.filter((line, at) => at >= start && at < (all[index + 1] ?? at + 1) && prose[at] !== line).join('\n'),
    }))
    .filter((part) => part.prose.trim() !== '');
}

/** The parts of the API that an example uses, and the members that a signature declares. */
function namesIn(code: string): Set<string> {
  const names = code.matchAll(/\b(ctx|app|client)\.(\w{4,})|^ {2}(?:async )?(\w{4,})\(/gm);
  return new Set([...names].flatMap(([, of, used, own]) => (own === undefined ? [of!, used!] : [own])));
}

/** A row of a table of commands is an answer of its own: how do I reset a chapter? */
function commandsIn(prose: string): Pick<Section, 'title' | 'text' | 'keywords'>[] {
  return [...prose.matchAll(/^\| `(npm (?:run |test)[^`]*)` \| (.+) \|$/gm)].map(([, title, what]) => ({
    title: title!,
    text: plain(what!),
    keywords: 'command chapter',
  }));
}

function textOf(prose: string): string {
  const text = prose.replace(/^#{1,6} .+$/m, '').replace(/^\*\d+ minutes .*\*$/m, '');
  return plain(text.replace(/^\| `npm (?:run |test).*$/gm, ''));
}

/** The heading as it is displayed. Its anchor is derived from the same string. */
function headingText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/^\[[^\]]+\]: .*$/gm, ' ')
    .replace(/^\|[-|: ]+\|$/gm, ' ')
    .replace(/^> \[!\w+\]$/gm, ' ')
    .replace(/^ *(?:[-*]|\d+\.) /gm, ' ')
    .replace(/[`*]/g, '')
    .replace(/[|#>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
