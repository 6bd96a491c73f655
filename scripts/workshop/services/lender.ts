import { CannotRunHere } from '../check/cannot-run-here.ts';
import { type LentServers, lendFrom } from './lent-servers.ts';
import { type OwnServers, startOwnServers } from './own-servers.ts';
import { type Addresses, findServices, howToInstall, runningServices } from './services.ts';

export type { LentServers } from './lent-servers.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** There is no PostgreSQL or no Redis on this machine. A check that needs them is skipped: it neither passes nor fails. */
export class ServersMissing extends CannotRunHere {
  override readonly name = 'ServersMissing';
}

/**
 * Lends servers to checks: those of `npm run services`, those in TEST_DATABASE_URL and TEST_REDIS_URL, or its own if they
 * are installed. Otherwise it throws `ServersMissing`, which says what to install.
 */
export class Lender {
  #servers: Promise<Required<Addresses>> | undefined;
  #own: OwnServers | undefined;
  readonly #lent = new Set<LentServers>();

  async lend(): Promise<LentServers> {
    this.#servers ??= this.#find();
    const lent = await lendFrom(await this.#servers);
    this.#lent.add(lent);
    return lent;
  }

  async end(): Promise<void> {
    // Servers that are still starting must be stopped, too.
    await this.#servers?.catch(() => {});
    try {
      await Promise.all([...this.#lent].map((lent) => lent.end()));
    } finally {
      this.#lent.clear();
      await this.#own?.stop();
      for (const signal of signals) process.off(signal, this.#interrupted);
      this.#own = undefined;
      this.#servers = undefined;
    }
  }

  /** The servers don't stop when this process ends, and Ctrl-C must not leave a database running. */
  readonly #interrupted = () => {
    void this.end().finally(() => process.exit(1));
  };

  async #find(): Promise<Required<Addresses>> {
    const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
    const given = { DATABASE_URL: TEST_DATABASE_URL, REDIS_URL: TEST_REDIS_URL };
    for (const { DATABASE_URL, REDIS_URL } of [runningServices() ?? {}, given]) {
      if (DATABASE_URL && REDIS_URL) return { DATABASE_URL, REDIS_URL };
    }
    const found = findServices();
    const missing = (['postgres', 'redis'] as const).filter((name) => found[name] === undefined);
    if (missing.length > 0) {
      const names = { postgres: 'PostgreSQL', redis: 'Redis' };
      const advice = missing
        .map((name) => `${names[name]} is not installed here (${howToInstall(name)})`)
        .join(', and ');
      throw new ServersMissing(
        `This needs PostgreSQL and Redis, and ${advice}. Install what is missing, then check again.`,
      );
    }
    for (const signal of signals) process.once(signal, this.#interrupted);
    this.#own = await startOwnServers();
    return this.#own.addresses;
  }
}
