// A reporter for node:test. Every test writes a character, so that the parent process can tell slow from stuck.
import { writeSync } from 'node:fs';

export default async function* stopAtFailure(events) {
  for await (const { type, data } of events) {
    if (type === 'test:pass') writeSync(1, '.');
    if (type !== 'test:fail' || data.todo !== undefined) continue;
    writeSync(1, `\nFAILED ${data.name}\n`);
    process.exit(1);
  }
  yield '';
}
