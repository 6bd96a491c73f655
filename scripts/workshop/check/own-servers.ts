import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Addresses, startServices } from '../services/services.ts';
import { OwnDatabases, type RedisDatabases } from './redis-databases.ts';

export interface OwnServers {
  readonly addresses: Required<Addresses>;
  readonly databases: RedisDatabases;
  stop(): Promise<void>;
}

const kept = join(tmpdir(), `trellis-servers-of-${userInfo().uid}`);

/**
 * PostgreSQL and Redis for one run. To make a data folder takes longer than all the rest, so it is kept for the next run:
 * whoever comes first takes it away, and brings it back when the servers have ended well. It is empty then.
 */
export async function startOwnServers(): Promise<OwnServers> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-services-'));
  // PostgreSQL may run as another user than we do.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const start = () => startServices({ folder: data, anyPorts: true, isLasting: false });
  try {
    const isOld = isMoved(kept, data);
    const { addresses, stop } = await start().catch((error: unknown) => {
      if (!isOld) throw error;
      // Another version of PostgreSQL has made it.
      rmSync(data, { recursive: true, force: true });
      return start();
    });
    let ending: Promise<void> | undefined;
    return {
      addresses: addresses as Required<Addresses>,
      databases: new OwnDatabases(addresses.REDIS_URL!),
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

/** In one step: of two who try, one succeeds. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
