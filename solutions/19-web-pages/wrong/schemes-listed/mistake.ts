import type { Mistake } from '#check';

export default {
  summary:
    'Escapes links by hand, and refuses only javascript: and data:. Every other scheme is allowed, even one that nobody knows.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: 'html }',
      replace: 'html, raw }',
    },
    {
      file: 'pages/reading.views.ts',
      find: 'html`<a href="${text}" rel="nofollow ugc">${text}</a>`',
      replace:
        "html`<a href=\"${/^(javascript|data):/i.test(text) ? text : raw(text.replaceAll('&', '&amp;').replaceAll('\"', '&quot;'))}\" rel=\"nofollow ugc\">${text}</a>`",
    },
  ],
  fails: {
    'every value of a post is escaped for its place in the page': 'every other scheme or spelling is allowed',
  },
} satisfies Mistake;
