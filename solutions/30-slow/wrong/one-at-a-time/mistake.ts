import type { Mistake } from '#check';

export default {
  summary: 'While one archive is made, other requests for it are refused.',
  edits: [
    {
      file: 'archive/archive.controller.ts',
      find: `    const lines = await this.archive.lines();`,
      replace: `    if (this.#busy) return ctx.status(503).json({ error: 'Service Unavailable' });
    this.#busy = true;
    const lines = await this.archive.lines();`,
    },
    {
      file: 'archive/archive.controller.ts',
      find: `    return ctx.send(await this.archive.compressed(lines));`,
      replace: `    const bytes = await this.archive.compressed(lines);
    this.#busy = false;
    return ctx.send(bytes);`,
    },
    {
      file: 'archive/archive.controller.ts',
      find: `  @inject(ArchiveService)`,
      replace: `  #busy = false;
  @inject(ArchiveService)`,
    },
  ],
  fails: {
    'the archive is complete, compressed, and for everybody who asks': 'refuses requests',
  },
} satisfies Mistake;
