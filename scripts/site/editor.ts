import { type Html, html } from 'trellis';

/** A link that opens a file in the editor. Visual Studio Code and its relatives listen to this address. */
export function editorLink(path: string, text: string): Html {
  // Windows paths have backslashes, and a drive where others have a slash.
  const address = encodeURI(path.replaceAll('\\', '/').replace(/^\//, ''));
  return html`<a class="editor" href="vscode://file/${address}">${text}</a>`;
}
