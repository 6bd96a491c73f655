import type { Mistake } from '#check';

export default {
  summary: 'The wildcard has a name.',
  edits: [{ file: 'library.controller.ts', find: "path: '/files/*'", replace: "path: '/files/*file'" }],
  fails: {
    'GET /tags/:tag returns the tag from the path': '"*" must be the last segment, on its own.',
    'a path parameter is decoded exactly once': '"*" must be the last segment, on its own.',
    'a path parameter matches one segment, below /tags only': '"*" must be the last segment, on its own.',
    'GET /readers/:reader/posts/:post returns both parameters': '"*" must be the last segment, on its own.',
    'a path with a missing, empty, additional or different segment is 404': '"*" must be the last segment, on its own.',
    'GET /search returns the search words and the page as a number': '"*" must be the last segment, on its own.',
    'a query parameter is decoded exactly once': '"*" must be the last segment, on its own.',
    'absent query parameters have defaults': '"*" must be the last segment, on its own.',
    'GET /files/* returns the rest of the path': '"*" must be the last segment, on its own.',
    'GET /files without a slash at the end is 404': '"*" must be the last segment, on its own.',
    'GET /tags/popular is handled by a route of its own': '"*" must be the last segment, on its own.',
    'GET /tags/:tag is handled by the pattern, although a wildcard matches too':
      '"*" must be the last segment, on its own.',
    'a longer path below /tags is handled by the wildcard': '"*" must be the last segment, on its own.',
    'GET /tags still returns the array of chapter 01, with and without a slash at the end':
      '"*" must be the last segment, on its own.',
    'both parameters are strings, decoded exactly once': 'must be the last segment, on its own',
  },
} satisfies Mistake;
