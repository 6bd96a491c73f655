import type { Mistake } from '#check';

export default {
  summary: "Writes each page as it arrives. A failure leaves half an export in place of yesterday's.",
  edits: [
    {
      file: 'export/export.controller.ts',
      find: '      lines.push(...posts.map((post) => `${JSON.stringify(post)}\\n`));',
      replace:
        "      lines.push(...posts.map((post) => `${JSON.stringify(post)}\\n`));\n      await writeFile(file, lines.join(''), { flush: true });",
    },
    {
      file: 'export/export.controller.ts',
      find: "    await writeFile(`${file}.part`, lines.join(''), { flush: true });\n    await rename(`${file}.part`, file);\n",
      replace: '',
    },
    { file: 'export/export.controller.ts', find: 'import { rename, writeFile }', replace: 'import { writeFile }' },
  ],
  fails: {
    'the export has all pages, one post per line': 'There is also posts.ndjson.part',
    'a failed export keeps the file of the day before': 'written page by page',
  },
} satisfies Mistake;
