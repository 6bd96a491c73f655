import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from 'trellis';
import * as z from 'zod';

/** What the list shows. A report comes from somebody else, and can contain anything. */
const Report = z.object({
  finished: z.int(),
  chapters: z.array(z.object({ chapter: z.string().max(100), steps: z.int(), passing: z.array(z.int()) })),
});

function summaryOf(file: string): string {
  try {
    const { finished, chapters } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
    const current = chapters.find(({ passing, steps }) => passing.length < steps);
    return `${finished} finished, now at ${current?.chapter ?? 'the end'}`;
  } catch {
    return 'not a report';
  }
}

const [folder = '.'] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
for (const name of names.sort()) {
  // Otherwise, a name with escape sequences could erase the lines of others.
  console.log(printable(`${name.padEnd(30)} ${summaryOf(join(folder, name))}`));
}
