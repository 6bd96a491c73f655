import { join } from 'node:path';
import { type Html, html } from 'trellis';
import type { Place } from '../workshop/trace-lines.ts';

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
  return html`<a class="editor ${look}" data-path="${path}" href="${addressOf(path, 1)}">${text}</a>`;
}

/** A line of the learner's code: `posts.controller.ts:12`. */
export function placeLink(repository: string, place: Place | undefined): Html | undefined {
  if (place === undefined) return undefined;
  const { file, line } = place;
  const path = join(repository, file);
  const name = `${file.split('/').at(-1)}:${line}`;
  return html`<a class="place editor" data-path="${path}:${line}" href="${addressOf(path, line)}" title="${file}:${line}">${name}</a>`;
}

/** Windows paths have backslashes, and a drive where others have a slash. */
function addressOf(path: string, line: number): string {
  const address = encodeURI(path.replaceAll('\\', '/').replace(/^\//, ''));
  return (editors[process.env.TRELLIS_EDITOR ?? 'vscode'] ?? editors.vscode!)(address, line);
}
