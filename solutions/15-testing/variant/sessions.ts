import { randomUUID } from 'node:crypto';
import { Clock, inject, KeyValue } from 'trellis';
import { fingerprint } from './fingerprint.ts';

const day = 24 * 60 * 60;

/** One place where somebody is signed in. */
export interface SignIn {
  handle: string;
  person_id: string;
  agent: string;
  since: number;
  used: number;
}

/** Sessions in the key-value store, with an index for each person. */
export class Sessions {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(Clock) private readonly clock!: Clock;
  readonly #idle = Number(process.env.SESSION_IDLE_MINUTES || 24 * 60) * 60_000;

  async begin(person_id: string, agent: string): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    const handle = fingerprint(id);
    const entry: SignIn = { handle, person_id, agent: agent.slice(0, 200), since: now, used: now };
    await this.store.set(`sign-in/${handle}`, entry, { ttl: day });
    const handles = await this.#handlesOf(person_id);
    await this.store.set(`sign-ins-of/${person_id}`, [handle, ...handles], { ttl: day });
    return id;
  }

  async open(id: string): Promise<SignIn | undefined> {
    const entry = await this.#read(fingerprint(id));
    if (entry === undefined) return undefined;
    const now = this.clock.now();
    const left = Math.ceil((entry.since + day * 1000 - now) / 1000);
    await this.store.set(`sign-in/${entry.handle}`, { ...entry, used: now }, { ttl: left });
    return entry;
  }

  close(id: string): Promise<boolean> {
    return this.store.delete(`sign-in/${fingerprint(id)}`);
  }

  async of(person_id: string): Promise<SignIn[]> {
    const entries = await Promise.all((await this.#handlesOf(person_id)).map((handle) => this.#read(handle)));
    return entries.filter((entry) => entry !== undefined);
  }

  async closeOne(handle: string, person_id: string): Promise<void> {
    if ((await this.#read(handle))?.person_id === person_id) await this.store.delete(`sign-in/${handle}`);
  }

  async #read(handle: string): Promise<SignIn | undefined> {
    const entry = await this.store.get<SignIn>(`sign-in/${handle}`);
    const now = this.clock.now();
    return entry && now < entry.since + day * 1000 && now < entry.used + this.#idle ? entry : undefined;
  }

  async #handlesOf(person_id: string): Promise<string[]> {
    return (await this.store.get<string[]>(`sign-ins-of/${person_id}`)) ?? [];
  }
}
