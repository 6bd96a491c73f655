import { inject, KeyValue } from 'trellis';

const key = 'read-only';

/** Whether posts may be changed. Every worker asks the store, for every change. */
export class ReadOnly {
  @inject(KeyValue) private readonly store!: KeyValue;

  async isOn(): Promise<boolean> {
    return (await this.store.get<boolean>(key)) === true;
  }

  set(on: boolean): Promise<void> {
    return this.store.set(key, on);
  }
}
