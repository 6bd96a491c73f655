import type { Mistake } from '#check';

export default {
  summary: 'The query is written into the path of the route.',
  edits: [{ file: 'library.controller.ts', find: "path: '/search'", replace: "path: '/search?q=:q&page=:page'" }],
  fails: {
    'GET /tags/:tag answers with the tag of the path':
      'a path can\'t contain "?" or "#". Read query parameters with ctx.query().',
    'a parameter arrives decoded': 'The program crashed before it listened.',
    'GET /readers/:reader/posts/:post answers with both': 'The program crashed before it listened.',
    'a path with a segment too few or an empty one matches nothing': 'The program crashed before it listened.',
    'GET /search answers with the words and the page, a number': 'The program crashed before it listened.',
    'a query arrives decoded': 'The program crashed before it listened.',
    'what is absent from the query has a default': 'The program crashed before it listened.',
    'GET /files/* answers with the rest of the path': 'The program crashed before it listened.',
    'GET /files alone matches nothing': 'The program crashed before it listened.',
    'GET /tags/popular is answered by the exact route': 'The program crashed before it listened.',
    'GET /tags/:tag is answered by the pattern, although a wildcard fits too':
      'The program crashed before it listened.',
    'everything deeper is answered by the wildcard': 'The program crashed before it listened.',
    'GET /tags is still the list of chapter 01, with and without a slash at its end':
      'The program crashed before it listened.',
  },
} satisfies Mistake;
