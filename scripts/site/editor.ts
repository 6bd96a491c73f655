import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import type { Place } from '../workshop/xray/trace-event.ts';

/** How editors are told to open a file, by the name that `TRELLIS_EDITOR` may have. */
const editors: Record<string, (path: string, line: number) => string> = {
  vscode: (path, line) => `vscode://file/${path}:${line}`,
  'vscode-insiders': (path, line) => `vscode-insiders://file/${path}:${line}`,
  vscodium: (path, line) => `vscodium://file/${path}:${line}`,
  cursor: (path, line) => `cursor://file/${path}:${line}`,
  windsurf: (path, line) => `windsurf://file/${path}:${line}`,
  zed: (path, line) => `zed://file/${path}:${line}`,
  jetbrains: (path, line) => `idea://open?file=${path}&line=${line}`,
  sublime: (path, line) => `subl://open?url=file:///${path}&line=${line}`,
};

/** A link that opens a file in the editor. The script of the page adds what to do if nothing opens. */
export function editorLink(path: string, text: string, look = ''): Html {
  return linkTo(addressOf(path, 1), { class: `editor ${look}`, 'data-path': path }, text);
}

/** A line of the learner's code: `posts.controller.ts:12`. */
export function placeLink(repository: string | undefined, place: Place | undefined): Html | undefined {
  if (place === undefined || repository === undefined) return undefined;
  const { file, line } = place;
  const path = join(repository, file);
  const name = `${file.split('/').at(-1)}:${line}`;
  const attributes = { class: 'place editor', 'data-path': `${path}:${line}`, title: `${file}:${line}` };
  return linkTo(addressOf(path, line), attributes, name);
}

/** Templates let only web addresses through. These come from the table above and are escaped here. */
function linkTo(href: string, attributes: Record<string, string>, text: string): Html {
  const written = Object.entries({ ...attributes, href }).map(([name, value]) => `${name}="${html`${value}`}"`);
  return html`${raw(`<a ${written.join(' ')}>`)}${text}${raw('</a>')}`;
}

/** Windows paths have backslashes, and a drive where others have a slash. */
function addressOf(path: string, line: number): string {
  const address = encodeURI(path.replaceAll('\\', '/').replace(/^\//, ''));
  return (editors[process.env.TRELLIS_EDITOR ?? 'vscode'] ?? editors.vscode!)(address, line);
}
