/** What was done, and what to type next. Text in every case: it is written for whoever typed the command. */
export interface Report {
  /** `Made shop, an API` */
  readonly done: string;
  /** The same for a dry run: `Would make shop, an API` */
  readonly planned: string;
  readonly created: readonly string[];
  readonly changed?: readonly string[];
  readonly next: readonly string[];
}

export function report({ done, planned, created, changed = [], next }: Report, isDryRun: boolean): string {
  const sections = [
    `${isDryRun ? planned : done}:\n${lines([...created, ...changed.map((file) => `${file} (changed)`)])}`,
    isDryRun ? 'This was a dry run: nothing was written.' : `Next:\n${lines(next)}`,
  ];
  return sections.join('\n\n');
}

function lines(entries: readonly string[]): string {
  return entries.map((entry) => `  ${entry}`).join('\n');
}
