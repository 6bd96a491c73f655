import { printableLines } from '../../framework/services/printable.ts';
import type { CitedRule, FailureParts } from './check/failure-parts.ts';
import { wrap } from './prose.ts';

/**
 * Plain text without colours, and without what a response could do to a terminal. The causes are wrapped to the width;
 * requests and responses are not, so that they can be copied.
 */
export function renderFailure(parts: FailureParts, width = Number.POSITIVE_INFINITY): string {
  const { problem, curl, command, happened, received, expected, cause = [], place, output, rule } = parts;
  const rows = { request: curl, command, received: received ?? happened, expected, output };
  const facts = Object.entries(rows).flatMap(([label, text]) => (text ? [factOf(label, text.trimEnd(), width)] : []));
  const causes = renderCauses([cause].flat(), width);
  const blocks = [problem, place?.replace(/^(?=.)/gm, '  '), facts.join('\n'), causes, rule && renderRule(rule, width)];
  return printableLines(blocks.filter(Boolean).join('\n\n'));
}

function renderRule({ number, text, page, chapter }: CitedRule, width: number): string {
  const lines = [`Rule ${number}: ${text}`, `Read: ${page}. Chapter ${chapter} taught what it takes.`];
  return lines.map((line) => `  ${wrap(line, width - 2, 2)}`).join('\n');
}

/** One cause is likely. Several are only possible. */
function renderCauses(causes: readonly string[], width: number): string {
  if (causes.length === 0) return '';
  if (causes.length === 1) return `  ${wrap(`Likely cause: ${causes[0]}`, width - 2, 2)}`;
  return ['  Possible causes:', ...causes.map((cause) => `  - ${wrap(cause, width - 4, 4)}`)].join('\n');
}

/** What people copy has a line of its own if it would not fit beside its label. */
function factOf(label: string, text: string, width: number): string {
  const aside = ' '.repeat(12);
  const isWide = label === 'request' && text.split('\n').some(({ length }) => length + aside.length > width);
  const indent = isWide ? ' '.repeat(4) : aside;
  return `  ${isWide ? `${label}\n${indent}` : label.padEnd(10)}${text.replaceAll('\n', `\n${indent}`)}`;
}
