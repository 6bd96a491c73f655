import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './progress.ts';
import { readFiles } from './starters.ts';

/** Editors write a file in several steps; what comes within this time is one save. */
const oneSave = 30;
/** How often a folder is read where the system cannot tell about changes: network drives, containers. */
const pollingInterval = 400;

/**
 * Calls back when the content of a folder's files has changed. A save that changes nothing is none, and neither is
 * an editor's swap file that comes and goes. `WORKSHOP_POLL=1` forces the slow but sure way.
 */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let known = hashOf(readFiles(folder));
  const look = () => {
    const now = safeHash(folder);
    if (now === undefined || now === known) return;
    known = now;
    onChange();
  };
  return process.env.WORKSHOP_POLL === '1' ? poll(look) : listen(folder, look);
}

/**
 * One watcher for each folder, not one for the whole tree: editors that save by renaming replace the file, and a watcher
 * that sits on the old file never hears of the new one. A folder hears of everything that happens in it.
 */
function listen(root: string, look: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let stopPolling: (() => void) | undefined;
  const fallBack = () => {
    stopPolling ??= poll(look);
  };
  const refresh = () => {
    const folders = foldersIn(root);
    for (const [folder, watcher] of watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      try {
        watchers.set(folder, watch(folder, wake).on('error', fallBack));
      } catch {
        fallBack();
      }
    }
  };
  const wake = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      refresh();
      look();
    }, oneSave);
  };
  refresh();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    stopPolling?.();
  };
}

function foldersIn(root: string): string[] {
  try {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
    return [root, ...names.filter((name) => statSync(name).isDirectory())];
  } catch {
    return [root];
  }
}

function poll(look: () => void): () => void {
  const timer = setInterval(look, pollingInterval);
  return () => clearInterval(timer);
}

/** Undefined while a file is being replaced: the next event brings the rest. */
function safeHash(folder: string): string | undefined {
  try {
    return hashOf(readFiles(folder));
  } catch {
    return undefined;
  }
}
