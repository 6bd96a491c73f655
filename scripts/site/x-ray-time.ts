import { type Html, html } from 'trellis';
import { type Gap, spentBy } from '../workshop/xray/gaps.ts';
import type { TraceEvent } from '../workshop/xray/trace-event.ts';
import { doing, milliseconds } from '../workshop/xray/words.ts';

/** A shorter request needs no explanation, in milliseconds. */
const shortest = 5;

/** When something was active within the whole request. */
export function bar({ at, ms }: { readonly at: number; readonly ms: number }, whole: number): Html {
  const scale = 1000 / Math.max(whole, 0.001);
  const x = Math.min(996, Math.round(at * scale));
  const width = Math.min(1000 - x, Math.max(4, Math.round(ms * scale)));
  return html`<svg class="time" viewBox="0 0 1000 4" preserveAspectRatio="none" aria-hidden="true"><rect x="${x}" y="0" width="${width}" height="4"/></svg>`;
}

/** What a layer was doing between two steps inside of it. */
export function gapView({ at, ms, parts }: Gap, whole: number): Html {
  const [main, ...others] = parts;
  const rest = others.map((part) => `, ${milliseconds(part.ms)} of it ${doing(part)}`).join('');
  return html`<li class="layer layer-gap is-${main!.what}"><p class="layer-head"><span>${doing(main!)}${rest && html`<span class="word">${rest}</span>`}</span> <span class="ms">${milliseconds(ms)}</span></p>
${bar({ at, ms }, whole)}</li>\n`;
}

/** Where the time of a request went: a bar, and the same in words. */
export function spentView(trace: TraceEvent): Html | undefined {
  const spent = spentBy(trace);
  const whole = spent.reduce((sum, { ms }) => sum + ms, 0);
  if (whole < shortest) return undefined;
  const named = spent.filter(({ ms }) => ms >= whole / 50);
  let x = 0;
  const pieces = named.map(({ what, ms }) => {
    const width = (ms / whole) * 1000;
    x += width;
    return html`<rect class="is-${what}" x="${x - width}" y="0" width="${width}" height="4"/>`;
  });
  const words = named.map(
    (part) =>
      html`<li class="is-${part.what}">${part.what === 'query' ? 'in queries' : doing(part)} <b>${milliseconds(part.ms)}</b></li>\n`,
  );
  return html`<div class="spent"><svg viewBox="0 0 1000 4" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>
<ul aria-label="Where the time went">${words}</ul></div>`;
}
