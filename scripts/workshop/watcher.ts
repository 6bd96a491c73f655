import { type FSWatcher, watch } from 'node:fs';
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

function listen(folder: string, look: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopPolling: (() => void) | undefined;
  let watcher: FSWatcher | undefined;
  const fallBack = () => {
    watcher?.close();
    stopPolling ??= poll(look);
  };
  try {
    watcher = watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(look, oneSave);
    });
    watcher.on('error', fallBack);
  } catch {
    fallBack();
  }
  return () => {
    clearTimeout(timer);
    watcher?.close();
    stopPolling?.();
  };
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
