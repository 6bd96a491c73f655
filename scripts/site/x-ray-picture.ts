import { type Html, html } from 'trellis';
import type { AppDescription } from '../workshop/run/listening.ts';
import { placeLink } from './editor.ts';
import type { LocatedProgram } from './source-places.ts';

type Part = AppDescription['parts'][number];

/**
 * The application as a map: a box for each module, from the root to the ones it imports, with its classes. The boxes flow
 * through columns, so that most lines lead to the right. A class is a link to itself, which a script turns into a choice;
 * its facts are below it without scripts, and beside the map with them.
 */
export function pictureView({ description, places }: LocatedProgram, repository: string): Html {
  if (description === undefined || description.parts.length === 0) return html``;
  const { modules, parts } = description;
  const box = (name: string, lines: Html | false, own: readonly Part[], exported: readonly string[] = []) =>
    html`<section class="module" id="${name.includes(' ') ? undefined : name}" aria-label="${name}"><h3>${name}</h3>${lines}
<ul>${own.map((part) => partView(part, parts, exported, placeLink(repository, places[part.name])))}</ul>${own.length === 0 && html`<p class="soft">no classes of its own</p>`}</section>\n`;
  const boxes = modules.toReversed().map(({ name, imports, exports }) =>
    box(
      name,
      imports.length > 0 &&
        html`<p class="soft">imports ${imports.map((each, index) => html`${index > 0 && ', '}<a href="#${each}">${each}</a>`)}</p>`,
      parts.filter(({ module }) => module === name),
      exports,
    ),
  );
  const builtIn = parts.filter(({ module }) => module === undefined);
  return html`<div class="map"><div class="map-boxes"><div class="picture">${boxes}${builtIn.length > 0 && box('Built into Trellis', false, builtIn)}</div><svg class="edges" aria-hidden="true"></svg></div>
<div class="map-facts" id="map-facts" role="status"><p class="soft">Point at a class, or tap it, to see what it needs and what needs it. <span class="with-keys">With the keyboard: ↑ and ↓ lead from class to class, → to what a class needs, and ← to what needs it.</span></p></div></div>`;
}

function partView(part: Part, parts: readonly Part[], exported: readonly string[], place: Html | undefined): Html {
  const { name, builtBy, kind, number, needs, module } = part;
  const needed = needs.flatMap((need) => parts[need.number - 1] ?? []);
  const needing = parts.filter((other) => other.needs.some((need) => need.number === number));
  const isExported = exported.includes(name);
  return html`<li class="part is-${kind}" id="part-${number}" data-part="${number}" data-needs="${numbersOf(needed)}" data-needed-by="${numbersOf(needing)}"><p class="part-head"><a href="#part-${number}">${name}</a><span class="visually-hidden">, ${kind}</span></p>
<div class="facts"><p class="soft">${kind}${builtBy && html`, implemented by ${builtBy}`}, in ${module ?? 'Trellis'}${isExported && ', exported'}, number ${number} in the startup order ${place}</p>
${linksTo('Needs', needed)}${linksTo('Needed by', needing)}</div></li>\n`;
}

function numbersOf(parts: readonly Part[]): string {
  return [...new Set(parts.map(({ number }) => number))].join(' ');
}

function linksTo(label: string, parts: readonly Part[]): Html {
  const kind = label === 'Needs' ? 'needs' : 'needed-by';
  if (parts.length === 0) return html`<p class="links ${kind}"><b>${label}</b> <span>no other class</span></p>`;
  const links = [...new Set(parts)].map(
    ({ number, name, kind }) => html`<a class="is-${kind}" href="#part-${number}">${name}</a> `,
  );
  return html`<p class="links ${kind}"><b>${label}</b> ${links}</p>`;
}
