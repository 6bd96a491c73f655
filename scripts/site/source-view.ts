import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Content } from './content.ts';
import { editorLink } from './editor.ts';
import type { Highlighter } from './highlighter.ts';
import type { View } from './layout.ts';
import { type Places, resolveLink } from './places.ts';
import type { Sources } from './sources.ts';

/** What the page of a file needs of the site. */
interface Site {
  readonly repository: string;
  readonly content: Content;
  readonly sources: Sources;
  readonly highlighter: Highlighter;
}

/** A file of the repository, with line numbers that can be linked to, or a folder. */
export async function sourceView(site: Site, name: string, view: View): Promise<Html> {
  const names = site.sources.folders.get(name);
  const body =
    names === undefined ? await fileView(site, name, view) : folderView(site.repository, name, names, view.places);
  return html`<h1 class="path">${crumbs(site, name, view.places)}</h1>${body}`;
}

/** The path of a file, with a link from each folder that has a page. */
function crumbs(site: Site, name: string, places: Places): Html[] {
  const parts = name.split('/');
  return parts.map((part, index) => {
    if (index === parts.length - 1) return html`${part}`;
    const folder = parts.slice(0, index + 1).join('/');
    const address = resolveLink(site, places, 'README.md', folder);
    return address === undefined ? html`${part}/<wbr>` : html`<a href="${address}">${part}</a>/<wbr>`;
  });
}

async function fileView({ repository, highlighter }: Site, name: string, { isStatic }: View): Promise<Html> {
  const text = readFileSync(join(repository, name), 'utf8').trimEnd();
  const language = /\.m?js$/.test(name) ? 'js' : (/\.(ts|json|md)$/.exec(name)?.[1] ?? 'text');
  const lines = await highlighter.highlight(text, language, { ids: true });
  const open = isStatic ? undefined : editorLink(join(repository, name), 'Open in editor');
  return html`<figure class="code numbered" data-language="${language}"><figcaption><span>${text.split('\n').length} lines</span>${open}</figcaption><pre tabindex="0"><code>${raw(lines)}</code></pre></figure>`;
}

function folderView(repository: string, folder: string, names: readonly string[], places: Places): Html {
  const rows = names.map((name) => {
    const lines = readFileSync(join(repository, folder, name), 'utf8')
      .trimEnd()
      .split('\n').length;
    return html`<tr><td><a href="${places.source(`${folder}/${name}`)}"><code>${name}</code></a></td><td>${lines} lines</td></tr>\n`;
  });
  return html`<table><thead><tr><th>file</th><th>length</th></tr></thead><tbody>\n${rows}</tbody></table>`;
}
