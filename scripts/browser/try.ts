import { existsSync, readFileSync } from 'node:fs';
import { solutionOf, starterOf } from '../workshop/starters.ts';
import { allChapters } from '../workshop/chapters.ts';
import { openBrowserWorkshop } from './browser-workshop.fixture.ts';
const [, , which = '01', kind = 'solution', ...names] = process.argv;
const scripts = process.env.CACHED && existsSync('/tmp/workshop.js') ? { workshop: readFileSync('/tmp/workshop.js','utf8'), program: readFileSync('/tmp/program.js','utf8') } : undefined;
const w = await openBrowserWorkshop(scripts);
console.log('ready');
for (const c of allChapters().slice(0, 11).filter((c) => which === 'all' || which.split(',').includes(c.number))) {
  const t = performance.now();
  const results = await w.check(c.slug, kind === 'solution' ? solutionOf(c) : starterOf(c), 'x', names.length ? names : undefined);
  const failed = results.filter((r) => r.failure);
  console.log(c.slug, kind, results.length, 'failed', failed.length, Math.round(performance.now() - t), 'ms');
  if (kind === 'solution') for (const f of failed.slice(0, Number(process.env.SHOW ?? 3))) console.log('--', f.name, '\n', f.message);
}
await w.close();
