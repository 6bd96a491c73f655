import { type Html, html } from 'trellis';
import type { EndedChapter, Ending } from '../../workshop/ending/ending.ts';
import { type Drawing, mapPicture } from './map-picture.ts';
import { dayOf, numbersOf } from './numbers.ts';
import { colourOf, label, leafPath, star, type Theme, wrapped } from './paint.ts';

/** The size that sites show for a shared picture. */
const width = 1200;
const height = 630;
const fonts = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** An ending as one picture, which needs nothing else: no style sheet, no font, no address. */
export function cardOf(ending: Ending, theme: Theme): Html {
  const { scope, program, chapters } = ending;
  const colour = (name: Parameters<typeof colourOf>[1]) => colourOf(theme, name);
  const numbers = numbersOf(ending).slice(0, 4);
  const isLarge = chapters.length > 1;
  const map = program && mapPicture(program.description, theme, true);
  // Most maps are wide. One that is tall has the right half to itself.
  const strip = { x: 64, y: isLarge ? 300 : 326, width: 1072, height: isLarge ? 156 : 212 };
  const half = { x: 600, y: 60, width: 536, height: isLarge ? 420 : 490 };
  const isTall = map !== undefined && scaleIn(half, map) > scaleIn(strip, map);
  const size = scope.title.length > 30 ? 44 : 54;
  const title = wrapped(scope.title, isTall || size === 44 ? 24 : 21, 3);
  const grid = isTall || !map ? { x: 64, y: 350 } : { x: 730, y: 128 };
  const vineAt = { x: isTall ? 600 : 64, y: isTall ? 500 : 496, width: isTall ? 536 : 1072 };
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${fonts}" role="img" aria-label="${label(scope.above, 120)}: ${label(scope.title, 120)}. ${numbers.map(({ value, name }) => `${value} ${name}`).join(', ')}.">
<rect width="${width}" height="${height}" fill="${colour('paper')}"/>
${lattice(colour('lattice'))}
<rect x="0" y="0" width="${width}" height="10" fill="${colour('good')}"/>
<g transform="translate(64 56)"><path d="${leafPath}" transform="scale(1.15)" fill="none" stroke="${colour('good')}" stroke-width="2.6" stroke-linejoin="round"/></g>
<text x="130" y="92" font-size="25" fill="${colour('soft')}">${label(scope.above, 60)}</text>
${title.map((line, index) => html`<text x="64" y="${178 + index * size * 1.12}" font-size="${size}" font-weight="750" letter-spacing="-1" fill="${colour('ink')}">${label(line, 40)}</text>`)}
${numbers.map(({ value, name }, index) => html`<g transform="translate(${grid.x + (index % 2) * 220} ${grid.y + Math.floor(index / 2) * 98})"><text font-size="52" font-weight="700" letter-spacing="-1" fill="${colour('good')}">${value}</text><text y="30" font-size="20" fill="${colour('soft')}">${name}</text></g>`)}
${map && framed(map, isTall ? half : strip)}
${isLarge && vine(chapters, theme, vineAt)}
<text x="64" y="${height - 30}" font-size="19" fill="${colour('soft')}">Built on Trellis, the workshop for backend engineering</text>
<text x="${width - 64}" y="${height - 30}" font-size="19" text-anchor="end" fill="${colour('soft')}">${dayOf(ending.at)}</text>
</svg>`;
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As large as it fits, but hardly larger than it was drawn. */
function scaleIn({ width: room, height: tall }: Frame, drawing: Drawing): number {
  return Math.min(1.3, room / drawing.width, tall / drawing.height);
}

function framed(drawing: Drawing, frame: Frame): Html {
  const { x, y, width: room, height: tall } = frame;
  const scale = scaleIn(frame, drawing);
  const left = x + (room - drawing.width * scale) / 2;
  const upper = y + (tall - drawing.height * scale) / 2;
  return html`<g transform="translate(${left.toFixed(1)} ${upper.toFixed(1)}) scale(${scale.toFixed(3)})">${drawing.markup}</g>`;
}

/** A leaf for each chapter, along a line: filled if it is done, and with its star. */
export function vine(chapters: readonly EndedChapter[], theme: Theme, frame: Pick<Frame, 'x' | 'y' | 'width'>): Html {
  const { x, y, width: room } = frame;
  const step = Math.min(64, room / Math.max(1, chapters.length));
  const scale = Math.min(0.8, step / 52);
  const good = colourOf(theme, 'good');
  const line = html`<path class="p-vine" d="M${x} ${y + 36}H${x + step * chapters.length}" stroke="${good}" stroke-width="2.5" stroke-linecap="round"/>`;
  const leaves = chapters.map(({ chapter, isDone, hasStar = false }, index) => {
    const left = x + index * step;
    const shape = html`<path class="p-leaf ${isDone && 'is-done'}" d="${leafPath}" transform="translate(${left.toFixed(1)} ${(y + 36 - 44 * scale).toFixed(1)}) scale(${scale.toFixed(3)})" fill="${isDone ? good : 'none'}" fill-opacity="0.22" stroke="${isDone ? good : colourOf(theme, 'line')}" stroke-width="2.4" stroke-linejoin="round"/>`;
    const number = html`<text x="${(left + 22 * scale).toFixed(1)}" y="${y + 58}" font-size="${step < 40 ? 11 : 15}" text-anchor="middle" class="p-soft" fill="${colourOf(theme, 'soft')}">${chapter.number}</text>`;
    return html`<g><title>${chapter.number} ${label(chapter.title, 120)}${isDone ? ', done' : ''}${hasStar && ', with a star'}</title>${shape}${number}${hasStar && star(left + 34 * scale, y + 36 - 44 * scale, 9, colourOf(theme, 'warn'))}</g>`;
  });
  return html`<g>${line}${leaves}</g>`;
}

function lattice(colour: string): Html {
  const lines = Array.from({ length: 9 }, (_, index) => {
    const at = 760 + index * 62;
    return `M${at} 0L${at - 330} ${height}M${at - 330} 0L${at} ${height}`;
  });
  return html`<path d="${lines.join('')}" fill="none" stroke="${colour}" stroke-width="1.4"/>`;
}
