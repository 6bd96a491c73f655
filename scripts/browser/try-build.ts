import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildScripts } from './build.ts';
const t = performance.now();
const scripts = await buildScripts();
for (const [n, s] of Object.entries(scripts)) { writeFileSync(`/tmp/${n}.js`, s); console.log(n, s.length, gzipSync(s).length); }
console.log(Math.round(performance.now() - t), 'ms');
