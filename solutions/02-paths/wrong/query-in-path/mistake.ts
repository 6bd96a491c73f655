import type { Mistake } from '#check';

export default {
  summary: 'The query is part of the path of the route.',
  edits: [{ file: 'library.controller.ts', find: "path: '/search'", replace: "path: '/search?q=:q&page=:page'" }],
  fails: {
    'GET /tags/:tag returns the tag from the path': 'Read query parameters with ctx.query().',
    'a path parameter is decoded exactly once': 'Read query parameters with ctx.query().',
    'a path parameter matches one segment, below /tags only': 'Read query parameters with ctx.query().',
    'GET /readers/:reader/posts/:post returns both parameters': 'Read query parameters with ctx.query().',
    'a path with a missing, empty, additional or different segment is 404': 'Read query parameters with ctx.query().',
    'GET /search returns the search words and the page as a number': 'Read query parameters with ctx.query().',
    'a query parameter is decoded exactly once': 'Read query parameters with ctx.query().',
    'absent query parameters have defaults': 'Read query parameters with ctx.query().',
    'GET /files/* returns the rest of the path': 'Read query parameters with ctx.query().',
    'GET /files without a slash at the end is 404': 'Read query parameters with ctx.query().',
    'GET /tags/popular is handled by a route of its own': 'Read query parameters with ctx.query().',
    'GET /tags/:tag is handled by the pattern, although a wildcard matches too':
      'Read query parameters with ctx.query().',
    'a longer path below /tags is handled by the wildcard': 'Read query parameters with ctx.query().',
    'GET /tags still returns the array of chapter 01, with and without a slash at the end':
      'Read query parameters with ctx.query().',
    'both parameters are strings, decoded exactly once': 'Read query parameters with ctx.query()',
  },
} satisfies Mistake;
