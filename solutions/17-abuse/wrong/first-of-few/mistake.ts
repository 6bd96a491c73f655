import type { Mistake } from '#check';

export default {
  summary: 'If the header is too short, the address that the client has written counts after all.',
  edits: [
    { file: 'edge/client-address.ts', find: '?? socket;', replace: "?? parseAddress(forwarded[0] ?? '') ?? socket;" },
  ],
  fails: {
    'behind a proxy, the address is the one that the proxy has seen': 'the client has written it',
    'every authentication event is one line in the log': 'or else the address of the connection',
  },
} satisfies Mistake;
