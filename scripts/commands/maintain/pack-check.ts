import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Usage } from 'trellis';
import { budget, findingsIn } from '../../verify/package/check.ts';
import { pack } from '../../verify/package/pack.ts';
import { reports } from '../../verify/package/tools.ts';

export const usage: Usage = { summary: 'check the npm package, by our own rules and by two linters (maintainers)' };

/** Whether the package could be published. */
export async function run(): Promise<number> {
  const cache = join(import.meta.dirname, '..', '..', '..', '.workshop', 'tools');
  const folder = await mkdtemp(join(tmpdir(), 'trellis-package-'));
  try {
    const tarball = await pack(folder);
    const stage = join(folder, 'package');
    const findings = await findingsIn(stage, tarball);
    for (const { name, finding, skipped } of await reports(cache, stage, tarball)) {
      if (finding !== undefined) findings.push(`${name}:\n${finding}`);
      print(skipped === undefined ? `${name} has been asked.` : `${name} is skipped. ${skipped}`);
    }
    for (const finding of findings) print(finding);
    print(`${(await stat(tarball)).size} bytes packed, of ${budget.packed}. ${findings.length} findings.`);
    return findings.length > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
