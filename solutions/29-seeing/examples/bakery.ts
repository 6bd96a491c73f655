import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];

const loaves = new Counter({ name: 'loaves_total', help: 'Loaves sold.', labelNames: ['kind'], registers });
const waiting = new Gauge({ name: 'customers_waiting', help: 'Customers in the queue.', registers });
const baking = new Histogram({
  name: 'baking_duration_seconds',
  help: 'From the dough to the loaf.',
  buckets: [600, 1_200, 2_400],
  registers,
});

loaves.inc({ kind: 'rye' });
loaves.inc({ kind: 'rye' });
waiting.inc();
waiting.dec();
baking.observe(900);

console.log(await registry.metrics());
