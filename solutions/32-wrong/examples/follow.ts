import { readFileSync } from 'node:fs';

// Prints the lines of a library's log in which some field has this value.
const [value = ''] = process.argv.slice(2);
const lines = readFileSync(new URL('library.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');

for (const line of lines) {
  const { time, message, ...fields } = JSON.parse(line) as Record<string, unknown>;
  if (!Object.values(fields).includes(value)) continue;
  const rest = Object.entries(fields).map(([name, field]) => `${name}=${field}`);
  console.log(String(time).slice(11, 23), message, ...rest);
}
