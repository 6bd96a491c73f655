/** What a command did and what to run next. Always plain text, even in a pipe: people read it, not programs. */
export interface Report {
  /** `Created shop, an API` */
  readonly done: string;
  /** The same for a dry run: `Would create shop, an API` */
  readonly planned: string;
  readonly created: readonly string[];
  readonly changed?: readonly string[];
  readonly notes?: readonly string[];
  readonly next: readonly string[];
}

export function report({ done, planned, created, changed = [], notes = [], next }: Report, isDryRun: boolean): string {
  const sections = [
    `${isDryRun ? planned : done}:\n${lines([...created, ...changed.map((file) => `${file} (changed)`)])}`,
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    isDryRun ? 'This was a dry run: nothing was written.' : `Next:\n${lines(next)}`,
  ];
  return sections.join('\n\n');
}

function lines(entries: readonly string[]): string {
  return entries.map((entry) => `  ${entry}`).join('\n');
}
