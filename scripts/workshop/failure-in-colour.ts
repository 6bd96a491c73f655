import pc from 'picocolors';
import { printableLines } from '../../framework/services/printable.ts';
import type { FailureParts } from './check/failure-parts.ts';
import { renderFailure } from './failure-view.ts';

/** The same with a red headline. Colours are added at the end: `renderFailure` escapes whatever could control a terminal. */
export function renderFailureInColour(parts: FailureParts, width?: number): string {
  const headline = printableLines(parts.problem);
  return `${pc.red(headline)}${renderFailure(parts, width).slice(headline.length)}`;
}
