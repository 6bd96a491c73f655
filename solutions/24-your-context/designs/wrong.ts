import type { WrongDesign } from '../../../scripts/workshop/variation/define.ts';

export default [
  {
    summary: 'The pairs of the query are all read when the request arrives.',
    of: 'writer',
    edits: [
      {
        file: 'framework/request.ts',
        find: 'new Pairs(pairsOfQuery(target.query))',
        replace: 'new Pairs([...pairsOfQuery(target.query)].values())',
      },
    ],
    fails: ['the query is parsed once, when it is first asked for', 'when the context is created'],
  },
  {
    summary: 'The query is parsed again for each parameter.',
    of: 'closures',
    edits: [
      {
        file: 'framework/request.ts',
        find: "lazily(() => pairsIn(query.replaceAll('+', ' ').split('&', mostParameters)))",
        replace: "() => pairsIn(query.replaceAll('+', ' ').split('&', mostParameters))",
      },
    ],
    fails: ['the query is parsed once, when it is first asked for', 'parses the query for each call'],
  },
  {
    summary: 'A semicolon in the value of a cookie is not encoded.',
    of: 'writer',
    edits: [{ file: 'framework/cookies.ts', find: 'encodeURIComponent(value)', replace: 'encodeURI(value)' }],
    fails: ['a cookie is HttpOnly and SameSite=Lax unless the caller asks for less', 'adds an attribute'],
  },
  {
    summary: 'To leave the loop over a body destroys the request, so nobody reads the rest.',
    of: 'writer',
    edits: [{ file: 'framework/body.ts', find: 'incoming.iterator({ destroyOnReturn: false })', replace: 'incoming' }],
    fails: ['what was collected is released after a 413', 'nothing reads what the client still sends'],
  },
  {
    summary: 'The buffer of a refused body is kept.',
    of: 'closures',
    edits: [
      {
        file: 'framework/body.ts',
        find: '          store = Buffer.alloc(0);\n          reject',
        replace: '          reject',
      },
    ],
    fails: ['what was collected is released after a 413', 'Release what you have collected'],
  },
  {
    summary: 'A refused client is read from until it stops.',
    of: 'writer',
    edits: [
      {
        file: 'framework/writer.ts',
        find: '    setTimeout(() => this.#endLingering(), 1_000).unref();\n',
        replace: '',
      },
    ],
    fails: ['the rest of a refused body is read, but not forever', 'an attacker never sends it'],
  },
  {
    summary: 'A key that is spelled with escapes is not recognized.',
    of: 'writer',
    edits: [
      {
        file: 'framework/body.ts',
        find: 'yield JSON.parse(json.slice(start, end))',
        replace: 'yield json.slice(start + 1, end - 1)',
      },
    ],
    fails: ['a body that is not JSON, or names a prototype, is 400 Invalid request', 'an escape can spell it'],
  },
  {
    summary: 'The clock runs for the whole request, and never for the headers alone.',
    of: 'closures',
    edits: [
      {
        file: 'framework/server.ts',
        find: 'Math.min(10_000, requestTimeout)',
        replace: 'requestTimeout',
      },
    ],
    fails: [
      'the headers must arrive within ten seconds, and two Authorization headers are joined',
      'as long as the whole request',
    ],
  },
  {
    summary: 'Chunks are written however slowly the client reads.',
    of: 'writer',
    edits: [
      {
        file: 'framework/writer.ts',
        find: 'if (!this.#outgoing.write(chunk)) await this.#room();',
        replace: 'if (!this.#outgoing.write(chunk) && this.isOver) await this.#room();',
      },
    ],
    fails: ['a stream is sent while it is being produced', 'however slowly the client reads'],
  },
  {
    summary: 'The source is only destroyed when it has another chunk.',
    of: 'writer',
    edits: [{ file: 'framework/content.ts', find: '    writer.onDisconnect(() => this.discard());\n', replace: '' }],
    fails: [
      'a stream is destroyed if its client disconnects, or if the response has no body',
      'when the client goes away',
    ],
  },
  {
    summary: 'A stream that has failed before it is sent looks like an empty one.',
    of: 'closures',
    edits: [{ file: 'framework/response.ts', find: 'else if (source.destroyed) outgoing.destroy();', replace: '' }],
    fails: ['a stream that fails halfway cuts the connection, and the server lives on', 'as if the stream were empty'],
  },
  {
    summary: 'The signal is aborted at the end of every response.',
    of: 'closures',
    edits: [
      {
        file: 'framework/context.ts',
        find: 'outgoing.writableFinished || controller.abort()',
        replace: 'controller.abort()',
      },
    ],
    fails: ['ctx.signal aborts when the client disconnects, and only then', 'although the response is complete'],
  },
] satisfies WrongDesign[];
