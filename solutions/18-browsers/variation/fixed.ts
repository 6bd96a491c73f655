import type { FixedTarget } from '#check';

const file = 'notes.ts';
const script = "    return ctx.send(`document.getElementById('reminder').textContent = ${JSON.stringify(note)};\\n`);";
const caller = '    const { note } = this.#caller(ctx);\n    ctx.response';

/** The same program without its hole. */
export default [
  {
    that: 'tells browsers to give the script to its own pages only',
    edits: [
      {
        file: 'main.ts',
        find: 'import { createApp, crossOriginProtection, module }',
        replace: 'import { createApp, crossOriginProtection, module, securityHeaders }',
      },
      {
        file: 'main.ts',
        find: 'middlewares: [crossOriginProtection()]',
        replace: 'middlewares: [securityHeaders(), crossOriginProtection()]',
      },
    ],
  },
  {
    that: 'refuses the script to pages of other origins',
    edits: [
      {
        file,
        find: caller,
        replace:
          "    const site = ctx.header('Sec-Fetch-Site');\n    if (site !== '' && site !== 'same-origin') throw new HttpError(403, 'Only for our own pages');\n" +
          caller,
      },
    ],
  },
  {
    that: 'has the same script for everybody, and the note in JSON',
    edits: [
      {
        file,
        find: '    const { note } = this.#caller(ctx);\n    ctx.response',
        replace: '    ctx.response',
      },
      {
        file,
        find: script,
        replace: [
          "    return ctx.send(`fetch('/me')",
          '      .then((response) => (response.ok ? response.json() : undefined))',
          "      .then((me) => me && (document.getElementById('reminder').textContent = me.note));\\n`);",
        ].join('\n'),
      },
    ],
  },
  {
    that: 'has no script, and the note in the page',
    edits: [
      { file, find: "      { method: 'GET', path: '/reminder.js', handler: this.reminder },\n", replace: '' },
      {
        file,
        find: '    return ctx.send(page);',
        replace: [
          "    const note = this.#sessions.get(ctx.cookie('session'))?.note;",
          "    const markup = note?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');",
          '    const [before = "", after = ""] = page.split("You are not signed in.");',
          '    return ctx.send(markup === undefined ? page : before + markup + after);',
        ].join('\n'),
      },
    ],
  },
] satisfies FixedTarget[];
