import { type Html, html } from 'trellis';
import type { AppDescription } from '../../workshop/run/listening.ts';
import { type Colour, colourOf, label, type Theme } from './paint.ts';

type Part = AppDescription['parts'][number];

interface Placed {
  readonly part: Part;
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly markup: Html;
}

/** How a box is drawn: with its kind and module in a page, with its name alone in a small picture. */
interface Size {
  readonly box: { readonly width: number; readonly height: number };
  readonly gap: { readonly x: number; readonly y: number };
  /** Of the name, in pixels. */
  readonly font: number;
  /** Longer names are cut. */
  readonly longest: number;
}

const full: Size = { box: { width: 196, height: 46 }, gap: { x: 50, y: 14 }, font: 13, longest: 23 };
const compact: Size = { box: { width: 172, height: 36 }, gap: { x: 36, y: 11 }, font: 14.5, longest: 18 };

const kinds: Record<Part['kind'], Colour> = {
  controller: 'good',
  middleware: 'violet',
  service: 'blue',
  value: 'warn',
};

/**
 * The application as it describes itself: a box for each class, in columns from the controllers to what everything rests on, and a
 * line to each class that another one is given.
 */
export function mapPicture(description: AppDescription, theme: Theme, isCompact = false): Drawing {
  const parts = shownParts(description);
  const size = isCompact ? compact : full;
  const { box, gap } = size;
  const columns = columnsOf(parts);
  const tallest = Math.max(1, ...columns.map(({ length }) => length));
  const width = columns.length * (box.width + gap.x) - gap.x + 4;
  const height = tallest * (box.height + gap.y) - gap.y + 4;
  const places = new Map<number, Placed>();
  for (const [column, own] of columns.entries()) {
    const top = 2 + ((tallest - own.length) * (box.height + gap.y)) / 2;
    for (const [row, part] of own.entries())
      places.set(part.number, {
        part,
        x: 2 + column * (box.width + gap.x),
        y: top + row * (box.height + gap.y),
      });
  }
  const all = [...places.values()];
  const lines = all.flatMap((from) =>
    [...new Set(from.part.needs.map(({ number }) => number))].flatMap((number) => {
      const to = places.get(number);
      return to === undefined ? [] : [lineView(from, to, theme, size)];
    }),
  );
  return {
    width,
    height,
    markup: html`<g class="map-lines">${lines}</g>${all.map((placed) => boxView(placed, theme, size))}`,
  };
}

/** What Trellis itself has built counts only if somebody needs it. */
export function shownParts({ parts }: AppDescription): Part[] {
  const needed = new Set(parts.flatMap(({ needs }) => needs.map(({ number }) => number)));
  return parts.filter(({ module, number }) => module !== undefined || needed.has(number));
}

/** One column further than everything that needs it. Within a column, near to what needs it. */
function columnsOf(parts: readonly Part[]): Part[][] {
  const needing = new Map<number, Part[]>();
  for (const part of parts)
    for (const { number } of part.needs) needing.set(number, [...(needing.get(number) ?? []), part]);
  const depths = new Map<number, number>();
  // What needs a class is built after it, so it comes first here.
  for (const { number } of parts.toSorted((a, b) => b.number - a.number)) {
    const above = (needing.get(number) ?? []).map((part) => depths.get(part.number) ?? 0);
    depths.set(number, above.length === 0 ? 0 : Math.max(...above) + 1);
  }
  const columns: Part[][] = [];
  for (const part of parts) {
    const depth = depths.get(part.number)!;
    for (let at = columns.length; at <= depth; at++) columns.push([]);
    columns[depth]!.push(part);
  }
  for (const [at, column] of columns.entries()) {
    const before = columns[at - 1] ?? [];
    const place = (part: Part) => {
      const rows = (needing.get(part.number) ?? []).map((each) => before.indexOf(each)).filter((row) => row >= 0);
      return rows.length === 0 ? before.length : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    if (at > 0) column.sort((a, b) => place(a) - place(b) || a.number - b.number);
  }
  return columns.filter(({ length }) => length > 0);
}

function boxView({ part, x, y }: Placed, theme: Theme, { box, font, longest }: Size): Html {
  const isCompact = font === compact.font;
  const { name, kind, module } = part;
  const where = module ?? 'Trellis';
  const [edge, ink, soft, panel, line] = [kinds[kind], 'ink', 'soft', 'panel', 'line'].map((colour) =>
    colourOf(theme, colour as Colour),
  );
  return html`<g class="map-part is-${kind}"><title>${label(name, 200)}, ${kind} in ${label(where, 200)}</title>
<rect class="p-panel p-line" x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="9" fill="${panel}" stroke="${line}"/>
<rect class="p-kind" x="${x + 9}" y="${y + 9}" width="4" height="${box.height - 18}" rx="2" fill="${edge}"/>
<text class="p-ink" x="${x + 22}" y="${y + (isCompact ? 23 : 20)}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="${font}" font-weight="600" fill="${ink}">${label(name, longest)}</text>
${!isCompact && html`<text class="p-soft" x="${x + 22}" y="${y + 36}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="11" fill="${soft}">${kind} · ${label(where, 20)}</text>`}</g>\n`;
}

function lineView(from: Placed, to: Placed, theme: Theme, { box }: Size): Html {
  const [x1, x2] = [from.x + box.width, to.x];
  const [y1, y2] = [from.y + box.height / 2, to.y + box.height / 2];
  const bend = Math.max(20, (x2 - x1) / 2);
  return html`<path class="p-edge" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}" fill="none" stroke="${colourOf(theme, 'line')}" stroke-width="1.6"/>`;
}
