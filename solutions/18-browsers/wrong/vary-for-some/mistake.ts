import type { Mistake } from '#check';

export default {
  summary: 'Only trusted origins get Vary, so a cache gives them the response of somebody else.',
  edits: [
    { file: 'edge/cors.ts', find: "    ctx.response.appendHeader('Vary', 'Origin');\n", replace: '' },
    {
      file: 'edge/cors.ts',
      find: "    ctx.response.setHeader('Access-Control-Allow-Origin', origin);\n",
      replace:
        "    ctx.response.setHeader('Access-Control-Allow-Origin', origin);\n    ctx.response.appendHeader('Vary', 'Origin');\n",
    },
  ],
  fails: {
    'any other origin gets no permission': 'Vary is only set for trusted origins',
  },
} satisfies Mistake;
