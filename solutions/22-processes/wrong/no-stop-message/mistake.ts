import type { Mistake } from '#check';

export default {
  summary: 'The workers do not hear the message, so the supervisor has to kill them.',
  edits: [
    { file: 'main.ts', find: '  stopOnMessage();\n', replace: '' },
    { file: 'main.ts', find: "import { stopOnMessage } from './cluster/stop-on-message.ts';\n", replace: '' },
  ],
  fails: { 'while the program stops, no worker is replaced': 'does not call `stopOnMessage()`' },
} satisfies Mistake;
