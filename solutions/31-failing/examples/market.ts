// A market whose stalls hear about the weather, and two heap snapshots of it: npx tsx solutions/31-failing/examples/market.ts
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { writeHeapSnapshot } from 'node:v8';

class Stall {
  readonly goods: string[];
  readonly #weather: EventEmitter;

  constructor(weather: EventEmitter, day: number) {
    this.#weather = weather;
    this.goods = Array.from({ length: 50 }, (_, index) => `crate ${index} of day ${day}`);
    weather.on('rain', () => this.cover());
  }

  cover(): void {
    this.goods.reverse();
  }

  close(): void {
    this.goods.length = 0;
    this.#weather.removeListener('rain', () => this.cover());
  }
}

const weather = new EventEmitter().setMaxListeners(0);

function marketDays(from: number, to: number): void {
  for (let day = from; day < to; day++) {
    const stall = new Stall(weather, day);
    weather.emit('rain');
    stall.close();
  }
}

const folder = '.workshop/heap';
mkdirSync(folder, { recursive: true });
marketDays(0, 100);
writeHeapSnapshot(`${folder}/spring.heapsnapshot`);
marketDays(100, 2_100);
writeHeapSnapshot(`${folder}/autumn.heapsnapshot`);
