import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './progress.ts';
import { readFiles } from './starters.ts';

/** Editors write a file in several steps; events within this time are one save. */
const oneSave = 30;
/** How often a folder is read if the system doesn't report changes: network drives, containers. */
const pollingInterval = 400;

/**
 * Calls back when a file of the folder was saved, even if its content is the same: a learner who saves wants to see
 * something happen. An editor's swap file that comes and goes doesn't count. `WORKSHOP_POLL=1` forces polling.
 */
export function watchFolder(folder: string, onSave: () => void): () => void {
  let known = stateOf(folder);
  const look = () => {
    const now = stateOf(folder);
    if (now === undefined || now === known) return;
    known = now;
    onSave();
  };
  return process.env.WORKSHOP_POLL === '1' ? poll(look) : listen(folder, look);
}

/**
 * One watcher for each folder, not for each file: editors that save by renaming replace the file, and a watcher on the
 * old file never reports the new one. Recursive watching isn't available on every system.
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

/** The content of all files and the times of their last writes. Undefined while a file is being replaced. */
function stateOf(folder: string): string | undefined {
  try {
    const files = readFiles(folder);
    return [hashOf(files), ...[...files.keys()].map((name) => statSync(join(folder, name)).mtimeMs)].join(' ');
  } catch {
    return undefined;
  }
}
