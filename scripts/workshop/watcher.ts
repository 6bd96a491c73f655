import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How often the folder is read, in milliseconds. Reading a few dozen dates takes a millisecond or two, and works
 * where systems report changes late, twice or never: network drives, containers, editors that replace a file.
 */
const interval = 150;

/**
 * Calls back when a file of the folder was saved, even if its content is the same: a learner who saves wants to see
 * something happen. Hidden files, such as an editor's swap file, don't count. Returns a function that stops watching.
 */
export function watchFolder(folder: string, onSave: () => void): () => void {
  let known = stateOf(folder);
  let previous = known;
  const timer = setInterval(() => {
    const now = stateOf(folder);
    const isSettled = now === previous;
    previous = now;
    // Editors write a file in several steps. A folder that looks the same twice is complete.
    if (now === undefined || now === known || !isSettled) return;
    known = now;
    onSave();
  }, interval);
  return () => clearInterval(timer);
}

/** The names of all files and the times of their last writes. Undefined while a file is being replaced. */
function stateOf(folder: string): string | undefined {
  if (!existsSync(folder)) return 'deleted';
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(^|[\\/])\./.test(name))
      .map((name) => {
        const stat = statSync(join(folder, name));
        return stat.isFile() ? `${name} ${stat.mtimeMs} ${stat.size}` : '';
      })
      .sort()
      .join('\n');
  } catch {
    return undefined;
  }
}
