import { type Html, html } from 'trellis';
import type { AppDescription } from '../workshop/run/program.ts';
import { lineAddress, placeLink } from './editor.ts';
import type { LocatedProgram } from './source-places.ts';

type Part = AppDescription['parts'][number];

/** What a module declares, in a box of its own; what the framework brings along has one too. */
interface Box {
  readonly name: string;
  readonly lines: readonly string[];
  readonly exported: ReadonlySet<string>;
  readonly parts: readonly Part[];
  readonly column: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const letter = 7.3;
const row = 26;
const head = 34;
const gap = { column: 84, box: 26 };
const brought = 'Trellis itself';

/**
 * The application as a drawing: modules from the left to the right, each before the ones it imports; an arrow leads from
 * whoever injects to what is injected. Beside it the same as a list, for whoever cannot see it or wants to search it.
 */
export function pictureView({ description, places }: LocatedProgram, repository: string): Html {
  if (description === undefined || description.parts.length === 0) return html``;
  const boxes = boxesOf(description);
  arrange(boxes);
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + 24;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + 12;
  return html`<div class="scroll picture" tabindex="0" role="group" aria-label="The application as a drawing; the list below says the same">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
${importLines(description, boxes)}
${needLines(boxes)}
${boxes.map((box) => boxView(box, places, repository))}
</svg></div>
<details class="as-list"><summary>The same as a list, in the order of the start</summary>
<ol>${description.parts.map((part) => partItem(part, description, places, repository))}</ol>
<ul>${description.modules.map(moduleItem)}</ul></details>`;
}

function boxesOf({ modules, parts }: AppDescription): Box[] {
  const columns = columnsOf(modules);
  const boxes = modules.map(({ name, imports, exports }) => ({
    name,
    lines: [imports.length > 0 && `imports ${imports.join(', ')}`].filter((line) => line !== false),
    exported: new Set(exports),
    parts: parts.filter(({ module }) => module === name),
    column: columns.get(name) ?? 0,
  }));
  const ours = parts.filter(({ module }) => module === undefined);
  const last = Math.max(0, ...columns.values()) + 1;
  const all =
    ours.length === 0
      ? boxes
      : [...boxes, { name: brought, lines: [], exported: new Set<string>(), parts: ours, column: last }];
  return all.map((box) => ({ ...box, x: 0, y: 0, width: widthOf(box), height: heightOf(box) }));
}

/** How many steps a module is away from the root, on the longest way. */
function columnsOf(modules: AppDescription['modules']): Map<string, number> {
  const columns = new Map<string, number>();
  for (const { name, imports } of [...modules].reverse()) {
    const own = columns.get(name) ?? 0;
    columns.set(name, own);
    for (const imported of imports) columns.set(imported, Math.max(columns.get(imported) ?? 0, own + 1));
  }
  return columns;
}

function widthOf({ name, lines, parts }: { name: string; lines: readonly string[]; parts: readonly Part[] }): number {
  const longest = Math.max(
    name.length * 1.1,
    ...lines.map((line) => line.length * 0.9),
    ...parts.map((part) => labelOf(part).length + 4),
  );
  return Math.round(longest * letter + 36);
}

function heightOf({ lines, parts }: { lines: readonly string[]; parts: readonly Part[] }): number {
  return head + lines.length * 18 + Math.max(1, parts.length) * row + 8;
}

function arrange(boxes: Box[]): void {
  let x = 12;
  for (let column = 0; boxes.some((box) => box.column >= column); column++) {
    const own = boxes.filter((box) => box.column === column);
    let y = 12;
    for (const box of own) {
      Object.assign(box, { x, y });
      y += box.height + gap.box;
    }
    x += Math.max(0, ...own.map(({ width }) => width)) + gap.column;
  }
}

function labelOf({ name, builtBy }: Part): string {
  return builtBy === undefined ? name : `${name} (${builtBy})`;
}

function boxView(
  { name, lines, parts, exported, x, y, width, height }: Box,
  places: LocatedProgram['places'],
  repository: string,
): Html {
  const top = y + head + lines.length * 18;
  const rows = parts.map((part, index) => {
    const middle = top + index * row + row / 2;
    const place = places[part.name];
    const label = html`<text x="${x + 42}" y="${middle + 4}" class="part-name">${labelOf(part)}</text>`;
    return html`<g class="part is-${part.kind}${exported.has(part.name) && ' is-exported'}"><circle cx="${x + 24}" cy="${middle}" r="9"/><text x="${x + 24}" y="${middle + 3.5}" class="number">${part.number}</text>${place === undefined ? label : html`<a href="vscode://file/${lineAddress(repository, place)}" tabindex="-1">${label}</a>`}${exported.has(part.name) && html`<path class="exit" d="M${x + width - 6} ${middle - 5}h6v10h-6"/>`}</g>\n`;
  });
  return html`<g class="module${name === brought && ' is-brought'}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/><text x="${x + 14}" y="${y + 22}" class="module-name">${name}</text>${lines.map((line, index) => html`<text x="${x + 14}" y="${y + 39 + index * 18}" class="soft-text">${line}</text>`)}${rows}${parts.length === 0 && html`<text x="${x + 14}" y="${top + 17}" class="soft-text">declares nothing</text>`}</g>\n`;
}

/** Behind the boxes, and broad: the roads on which exports travel. */
function importLines({ modules }: AppDescription, boxes: readonly Box[]): Html[] {
  const find = (name: string) => boxes.find((box) => box.name === name);
  return modules.flatMap(({ name, imports }) =>
    imports.flatMap((imported) => {
      const [from, to] = [find(name), find(imported)];
      if (from === undefined || to === undefined) return [];
      return [html`<path class="import" d="${curve(from.x + from.width, from.y + 17, to.x, to.y + 17)}"/>\n`];
    }),
  );
}

/** Behind the boxes too, so that none runs through a name. */
function needLines(boxes: readonly Box[]): Html[] {
  const found = new Map<number, { box: Box; y: number }>();
  for (const box of boxes) {
    for (const [index, { number }] of box.parts.entries()) {
      found.set(number, { box, y: box.y + head + box.lines.length * 18 + index * row + row / 2 });
    }
  }
  return boxes
    .flatMap(({ parts }) => parts)
    .flatMap(({ number, needs }) =>
      needs.flatMap((need) => {
        const [from, to] = [found.get(number), found.get(need.number)];
        if (from === undefined || to === undefined) return [];
        const right = from.box.x + from.box.width;
        // Inside of one box the way leads out at the right and back in; otherwise from the right edge to the left one.
        if (from.box === to.box) {
          const reach = right + 14 + Math.abs(from.y - to.y) * 0.22;
          return [
            html`<path class="need" marker-end="url(#tip)" d="M${right} ${from.y}C${reach} ${from.y} ${reach} ${to.y} ${right + 1} ${to.y}"/>\n`,
          ];
        }
        return [html`<path class="need" marker-end="url(#tip)" d="${curve(right, from.y, to.box.x - 1, to.y)}"/>\n`];
      }),
    );
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const bend = Math.max(40, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function partItem(part: Part, { parts }: AppDescription, places: LocatedProgram['places'], repository: string): Html {
  const needs = part.needs.map(({ field, number }) => `${field}: ${parts[number - 1]?.name}`);
  return html`<li><b>${labelOf(part)}</b>, a ${part.kind} of ${part.module ?? brought}${needs.length > 0 && `, injects ${needs.join(', ')}`} ${placeLink(repository, places[part.name])}</li>\n`;
}

function moduleItem({ name, imports, exports }: AppDescription['modules'][number]): Html {
  return html`<li><b>${name}</b> imports ${imports.join(', ') || 'nothing'} and exports ${exports.join(', ') || 'nothing'}</li>\n`;
}
