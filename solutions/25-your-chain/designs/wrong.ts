import type { WrongDesign } from '../../../scripts/workshop/variation/define.ts';

export default [
  {
    summary: 'A second next() runs the rest once more.',
    of: 'index-walk',
    edits: [{ file: 'framework/walk.ts', find: '        mayContinue = false;\n', replace: '' }],
    fails: ['a second next() is an error that names the middleware', 'nothing remembers'],
  },
  {
    summary: 'The middlewares are looked up in the array of the route, which may have changed.',
    of: 'index-walk',
    edits: [{ file: 'framework/walk.ts', find: '[...layers]', replace: 'layers as Middleware[]' }],
    fails: ['the chain is built when a route is added', 'during each request'],
  },
  {
    summary: 'A value that JSON cannot express is written outside of the try.',
    of: 'index-walk',
    edits: [
      {
        file: 'framework/dispatcher.ts',
        find: '    return { error };\n',
        replace: '    throw error;\n',
      },
    ],
    fails: ['an HttpError is the response, other errors are 500 and go into the log', 'the error is not caught'],
  },
  {
    summary: 'The first middleware is the innermost one.',
    of: 'linked-layers',
    edits: [
      {
        file: 'framework/layer.ts',
        find: 'let i = middlewares.length - 1; i >= 0; i--',
        replace: 'let i = 0; i < middlewares.length; i++',
      },
    ],
    fails: ['middlewares run around the handler, the outermost first', 'wrap the handler from the end'],
  },
  {
    summary: 'Every value is awaited.',
    of: 'linked-layers',
    edits: [
      {
        file: 'framework/exchange.ts',
        find: 'if (isThenable(value)) return',
        replace: 'if (isThenable(value) || true) return',
      },
    ],
    fails: ['the response of a synchronous handler is sent before dispatch returns', 'even one that is not a promise'],
  },
  {
    summary: 'An error keeps the headers that describe the content.',
    of: 'linked-layers',
    edits: [{ file: 'framework/exchange.ts', find: '.filter(([name]) => !ofTheContent.has(name))', replace: '' }],
    fails: ['an error replaces the response, and keeps the headers of middlewares', 'headers that describe'],
  },
] satisfies WrongDesign[];
