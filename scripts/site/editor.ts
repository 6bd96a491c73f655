import { join } from 'node:path';
import { type Html, html } from 'trellis';
import type { Place } from '../workshop/trace-lines.ts';

/** A link that opens a file in the editor. Visual Studio Code and its relatives listen to this address. */
export function editorLink(path: string, text: string): Html {
  return html`<a class="editor" href="vscode://file/${addressOf(path)}">${text}</a>`;
}

/** A line of the learner's code: `posts.controller.ts:12`. */
export function placeLink(repository: string, place: Place | undefined): Html | undefined {
  if (place === undefined) return undefined;
  const name = `${place.file.split('/').at(-1)}:${place.line}`;
  return html`<a class="place" href="vscode://file/${lineAddress(repository, place)}" title="${place.file}:${place.line}">${name}</a>`;
}

/** What stands behind `vscode://file/` in a link to a line. */
export function lineAddress(repository: string, { file, line }: Place): string {
  return `${addressOf(join(repository, file))}:${line}`;
}

/** Windows paths have backslashes, and a drive where others have a slash. */
function addressOf(path: string): string {
  return encodeURI(path.replaceAll('\\', '/').replace(/^\//, ''));
}
