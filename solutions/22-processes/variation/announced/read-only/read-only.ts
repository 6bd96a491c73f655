import { inject, KeyValue } from 'trellis';
import { announce, onAnnouncement } from '../cluster/announcements.ts';

const key = 'read-only';

/** Whether posts may be changed. Each worker knows it, and a change is done when all of them have been told. */
export class ReadOnly {
  @inject(KeyValue) private readonly store!: KeyValue;
  #isOn = false;
  #wasTold = false;

  async onStart(): Promise<void> {
    // First listen, and then look: what is announced in between is newer.
    onAnnouncement((on) => {
      this.#isOn = on;
      this.#wasTold = true;
    });
    const stored = (await this.store.get<boolean>(key)) === true;
    if (!this.#wasTold) this.#isOn = stored;
  }

  isOn(): boolean {
    return this.#isOn;
  }

  async set(on: boolean): Promise<void> {
    // In this order: a worker that starts now finds it.
    await this.store.set(key, on);
    this.#isOn = on;
    await announce(on);
  }
}
