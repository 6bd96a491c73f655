import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPassword, readPassword, writePassword } from './password.ts';
import { endLeftover, Service } from './service.ts';

/**
 * Starts a Redis server that only listens on this machine. It writes each change to disk before it responds. With Redis's
 * default, once a second, a crash could undo the last second: a refresh token that was used could be used again.
 */
export async function startRedis(program: string, folder: string, port: number, isLasting = true): Promise<Service> {
  const data = join(folder, 'redis');
  // Its files contain everything that the blog stores. A folder of an earlier version may still be open to everyone.
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(data, 0o700);
  const password = readPassword(data) ?? newPassword();
  writePassword(data, password);
  const pidfile = join(data, 'redis.pid');
  await endLeftover(pidfile, /(redis|valkey)-server/);
  const configuration = join(data, 'redis.conf');
  writeFileSync(configuration, `requirepass ${password}\n`, { mode: 0o600 });
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: data,
    pidfile,
    appendonly: isLasting ? 'yes' : 'no',
    appendfsync: 'always',
    save: '',
    daemonize: 'no',
    logfile: '',
  };
  const service = new Service({
    name: 'Redis',
    url: `redis://:${password}@127.0.0.1:${port}`,
    program,
    args: [configuration, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])],
    ready: /Ready to accept connections/,
    shutdownSignal: 'SIGTERM',
  });
  await service.start();
  return service;
}
