import { type Html, html } from 'trellis';
import { printable } from '../../../framework/services/printable.ts';

/** The colours of a picture that leaves the page: in the page itself, ending.css decides. */
export type Theme = 'light' | 'dark';

const colours = {
  light: {
    ...{ paper: '#fdfdfb', panel: '#f1f4ee', ink: '#1b221e', soft: '#57615b', line: '#d5dcd0', good: '#1a6a3f' },
    ...{ violet: '#6236b5', blue: '#1257a8', warn: '#865400', lattice: '#e4eadf' },
  },
  dark: {
    ...{ paper: '#111512', panel: '#191e1a', ink: '#e5eae4', soft: '#a1ada4', line: '#364039', good: '#7fd1a0' },
    ...{ violet: '#c4a6ff', blue: '#84bbff', warn: '#ecc06c', lattice: '#1d2520' },
  },
} as const;

export type Colour = keyof (typeof colours)['light'];

export function colourOf(theme: Theme, name: Colour): string {
  return colours[theme][name];
}

/** Text of a learner's program, as it may stand in a picture: one line, without characters that XML forbids, and not too long. */
export function label(text: string, most = 60): string {
  const shown = printable(text).replace(/[\p{Cs}\ufffe\uffff]/gu, '�');
  const characters = [...shown];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : shown;
}

/** Lines of at most so many characters, as far as the words allow. The last one ends with an ellipsis if there would be more. */
export function wrapped(text: string, width: number, most: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) === '' || longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}

/** The leaf of the workshop, in a square of 44. */
export const leafPath = 'M22 44V24M22 24c-3-14 5-21 19-22c2 13-5 21-19 22c-13 0-19 7-16 17c11 0 17-6 16-17z';

/** Five points around a place. */
export function star(x: number, y: number, radius: number, colour: string): Html {
  const points = Array.from({ length: 10 }, (_, index) => {
    const length = index % 2 === 0 ? radius : radius * 0.42;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${(x + length * Math.cos(angle)).toFixed(1)},${(y + length * Math.sin(angle)).toFixed(1)}`;
  });
  return html`<polygon class="p-star" points="${points.join(' ')}" fill="${colour}"/>`;
}
