import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Addresses, startServices } from './services.ts';

export interface OwnServers {
  readonly addresses: Required<Addresses>;
  stop(): Promise<void>;
}

const kept = join(tmpdir(), `trellis-servers-of-${userInfo().uid}`);

/**
 * PostgreSQL and Redis for one run. `initdb` takes longer than everything else, so the empty data folder is kept for the
 * next run. A run takes it by renaming it, and puts it back after the servers have shut down.
 */
export async function startOwnServers(): Promise<OwnServers> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-services-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const start = () => startServices({ folder: data, anyPorts: true, isLasting: false });
  try {
    const isOld = isMoved(kept, data);
    const { addresses, stop } = await start().catch((error: unknown) => {
      if (!isOld) throw error;
      // Another version of PostgreSQL created the folder.
      rmSync(data, { recursive: true, force: true });
      return start();
    });
    let ending: Promise<void> | undefined;
    return {
      addresses: addresses as Required<Addresses>,
      stop() {
        ending ??= stop().then(() => {
          isMoved(data, kept);
          rmSync(folder, { recursive: true, force: true });
        });
        return ending;
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Atomic: if two processes try, one succeeds. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
