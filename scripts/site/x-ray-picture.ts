import { type Html, html } from 'trellis';
import type { AppDescription } from '../workshop/run/listening.ts';
import { placeLink } from './editor.ts';
import type { LocatedProgram } from './source-places.ts';

type Part = AppDescription['parts'][number];

/**
 * The application as a map: a box for each module, from the root to the ones it imports, with its classes in the order of
 * their start and what is injected into each. Boxes flow with the width of the window, so that names stay readable.
 */
export function pictureView({ description, places }: LocatedProgram, repository: string): Html {
  if (description === undefined || description.parts.length === 0) return html``;
  const { modules, parts } = description;
  const box = (name: string, lines: Html[], own: readonly Part[], exported: readonly string[] = []) =>
    html`<section class="module" id="${name.includes(' ') ? undefined : name}" aria-label="${name}"><h3>${name}</h3>${lines}
<ul>${own.map((part) => partView(part, parts, exported, placeLink(repository, places[part.name])))}</ul>${own.length === 0 && html`<p class="soft">no classes of its own</p>`}</section>\n`;
  const boxes = modules.toReversed().map(({ name, imports, exports }) =>
    box(
      name,
      [
        imports.length > 0
          ? html`<p class="soft">imports ${imports.map((each, index) => html`${index > 0 && ', '}<a href="#${each}">${each}</a>`)}</p>`
          : html``,
      ],
      parts.filter(({ module }) => module === name),
      exports,
    ),
  );
  const builtIn = parts.filter(({ module }) => module === undefined);
  return html`<div class="picture">${boxes}${builtIn.length > 0 && box('Built into Trellis', [], builtIn)}</div>`;
}

function partView(part: Part, parts: readonly Part[], exported: readonly string[], place: Html | undefined): Html {
  const { name, builtBy, kind, number, needs } = part;
  const needed = needs.map((need) => parts[need.number - 1]?.name).filter((each) => each !== undefined);
  const isExported = exported.includes(name);
  return html`<li class="part is-${kind}" data-part="${name}" data-needs="${needed.join(' ')}"><p class="part-head"><span class="number" title="number ${number} in the startup order">${number}</span> <b>${name}</b> <span class="kind">${kind}</span></p>
${builtBy && html`<span class="soft">implemented by ${builtBy}</span> `}${place} ${isExported && html`<span class="word">exported</span>`} ${needed.length > 0 && html`<span class="needs">injects ${needed.join(', ')}</span>`}</li>\n`;
}
