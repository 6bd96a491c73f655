import { type Html, html } from 'trellis';

export interface Note {
  text: string;
  link: string;
}

/** The notice board of the village shop. */
export function boardView(notes: Note[]): Html {
  return html`<ul>${notes.map(noteView)}</ul>`;
}

function noteView({ text, link }: Note): Html {
  return html`<li title="${text}"><a href="${link}">${text}</a></li>`;
}
