import type { Mistake } from '#check';

export default {
  summary: 'The new export is written into the old file, so a crash in the middle loses both.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: "await writeFile(`${file}.part`, lines.join(''), { flush: true });\n    await rename(`${file}.part`, file);",
      replace:
        "await writeFile(file, lines.join(''), { flush: true });\n    await rm(`${file}.part`, { force: true });",
    },
    { file: 'export/export.controller.ts', find: 'import { rename, writeFile }', replace: 'import { rm, writeFile }' },
  ],
  fails: {
    'the export has all pages, one post per line': 'the new content is written into the old file',
  },
} satisfies Mistake;
