import type { Mistake } from '#check';

export default {
  summary: 'The compressed file is kept for ten minutes, whatever is published meanwhile.',
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `    return compress(lines);`,
      replace: `    this.#kept ??= { bytes: compress(lines), until: Date.now() + 600_000 };
    if (this.#kept.until < Date.now()) this.#kept = { bytes: compress(lines), until: Date.now() + 600_000 };
    return this.#kept.bytes;`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `export class ArchiveService {
`,
      replace: `export class ArchiveService {
  #kept: { bytes: Promise<Buffer>; until: number } | undefined;
`,
    },
  ],
  fails: {
    'the archive is complete, compressed, and for everybody who asks': 'it was kept, and a post has been changed since',
  },
} satisfies Mistake;
