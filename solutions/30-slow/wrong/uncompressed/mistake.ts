import type { Mistake } from '#check';

export default {
  summary: 'The archive is sent as it is.',
  edits: [
    {
      file: 'archive/archive.controller.ts',
      find: `    ctx.response.setHeader('Content-Encoding', 'br');
    return ctx.send(await this.archive.compressed(lines));`,
      replace: `    return ctx.send(lines);`,
    },
  ],
  fails: {
    'the archive is complete, compressed, and for everybody who asks': 'compression is gone',
  },
} satisfies Mistake;
