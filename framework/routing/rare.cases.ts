import type { Case } from './routing-case.fixture.ts';

/** What few applications need, and what the router of Part V leaves out. */
export const rareCases: Case[] = [
  {
    rule: 'a wildcard in the middle matches one or more segments between its neighbours',
    routes: ['GET /*/info/refs', 'POST /*/git-upload-pack', 'GET /v2/*/blobs/:digest', 'GET /v2/:a/*/tags/list'],
    requests: [
      ['GET /trellis/info/refs', 'GET /*/info/refs', 'wildcard', { '*': 'trellis' }],
      ['GET /teams/web/trellis.git/info/refs', 'GET /*/info/refs', 'wildcard', { '*': 'teams/web/trellis.git' }],
      ['GET /a%2Fb/info/refs', 'GET /*/info/refs', 'wildcard', { '*': 'a/b' }],
      ['GET /a/info/refs/', 'GET /*/info/refs', 'wildcard', { '*': 'a' }],
      ['GET /info/refs/info/refs', 'GET /*/info/refs', 'wildcard', { '*': 'info/refs' }],
      ['GET /../info/refs', 'GET /*/info/refs', 'wildcard', { '*': '..' }],
      ['GET /info/refs'],
      ['GET /a/info/refs/b'],
      ['GET /a/info/refs//'],
      ['GET /a/refs'],
      ['POST /a/info/refs'],
      ['POST /a/b/git-upload-pack', 'POST /*/git-upload-pack', 'wildcard', { '*': 'a/b' }],
      [
        'GET /v2/library/node/blobs/sha256:1',
        'GET /v2/*/blobs/:digest',
        'wildcard',
        { '*': 'library/node', digest: 'sha256:1' },
      ],
      ['GET /v2/node/blobs'],
      ['GET /v2/node/blobs//'],
      ['GET /v2/a/b/c/tags/list', 'GET /v2/:a/*/tags/list', 'wildcard', { a: 'a', '*': 'b/c' }],
      ['GET /v2/a/tags/list'],
    ],
  },
  {
    rule: 'among wildcards, the longest part before the star wins, then the longest part after it, then the leftmost literal',
    routes: [
      ...['GET /*', 'GET /*/raw', 'GET /*/blob/raw', 'GET /*/:kind/raw', 'GET /files/*', 'GET /files/:name/raw'],
      ...['GET /files/exact/raw', 'GET /team/*/raw', 'GET /:team/*/raw'],
    ],
    requests: [
      ['GET /a', 'GET /*', 'wildcard', { '*': 'a' }],
      ['GET /a/raw', 'GET /*/raw', 'wildcard', { '*': 'a' }],
      ['GET /a/b/raw', 'GET /:team/*/raw', 'wildcard', { team: 'a', '*': 'b' }],
      ['GET /team/b/raw', 'GET /team/*/raw', 'wildcard', { '*': 'b' }],
      ['GET //a/blob/raw', 'GET /:team/*/raw', 'wildcard', { team: 'a', '*': 'blob' }],
      ['GET /files/a/b/raw', 'GET /:team/*/raw', 'wildcard', { team: 'files', '*': 'a/b' }],
      ['GET /files/a/b', 'GET /files/*', 'wildcard', { '*': 'a/b' }],
      ['GET /files/a/raw', 'GET /files/:name/raw', 'pattern', { name: 'a' }],
      ['GET /files/exact/raw', 'GET /files/exact/raw', 'exact'],
      ['GET /files/raw', 'GET /files/*', 'wildcard', { '*': 'raw' }],
    ],
  },
  {
    rule: 'a wildcard in the middle can be removed, and its place taken by an equal one',
    routes: ['GET /*/info/refs', 'GET /a/*/:x', 'GET /*'],
    removed: ['GET /*/info/refs', 'GET /a/*/:y'],
    added: ['GET /a/*/:z'],
    requests: [
      ['GET /b/info/refs', 'GET /*', 'wildcard', { '*': 'b/info/refs' }],
      ['GET /a/b/c', 'GET /a/*/:z', 'wildcard', { '*': 'b', z: 'c' }],
    ],
  },
  {
    rule: 'methods outside of the usual ones have routes of their own',
    routes: ['PROPFIND /files/*', 'MKCOL /files/*', 'REPORT /files', 'GET /files/*'],
    requests: [
      ['PROPFIND /files/a', 'PROPFIND /files/*', 'wildcard', { '*': 'a' }],
      ['MKCOL /files/a', 'MKCOL /files/*', 'wildcard', { '*': 'a' }],
      ['REPORT /files', 'REPORT /files', 'exact'],
      ['LOCK /files/a'],
    ],
  },
];
