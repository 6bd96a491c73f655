import { setTimeout as delay } from 'node:timers/promises';
import type { Board, Item } from '../incidents/board.ts';
import { judge } from '../incidents/evidence.ts';
import { lettered, type Staged } from '../incidents/incident.ts';
import { RunningIncident } from '../incidents/running-incident.ts';
import { stageOf } from '../incidents/stage.ts';
import { nextFree } from '../ports.ts';
import { withFolder } from '../scratch-folder.ts';
import type { Files } from '../starters.ts';
import { testFolder } from '../test-folder.fixture.ts';

export interface Claim {
  readonly letter: string;
  readonly item: Item;
}

/** Everything that was shown, and the claims that it proves. */
export interface Looked {
  readonly seen: Board;
  readonly proofs: readonly Claim[];
  readonly routes: readonly string[];
}

/** Runs the program with its users, and looks at everything that somebody on call can look at, until something proves a cause. */
export async function lookAround(drill: Staged, files: Files, milliseconds: number): Promise<Looked> {
  const repository = testFolder();
  const stage = await stageOf(drill);
  try {
    return await withFolder(files, async (src) => {
      const port = await nextFree(4_700);
      const running = new RunningIncident(drill, { src, stage, port, repository: repository.path, print: () => {} });
      const seen: Item[] = [];
      try {
        await running.start();
        let proofs: Claim[] = [];
        for (const end = Date.now() + milliseconds; Date.now() < end && proofs.length === 0; ) {
          await delay(1_500);
          for await (const _ of looks(running, drill)) seen.push(...running.board);
          proofs = proofsIn(drill, seen);
        }
        return { seen, proofs, routes: running.experience(60).map(({ label }) => label) };
      } finally {
        await running.stop();
      }
    });
  } finally {
    await stage.end();
    repository.remove();
  }
}

/** One look after another. Each replaces what the board says about its kind, so somebody collects it in between. */
async function* looks(running: RunningIncident, drill: Staged) {
  yield await running.metrics();
  const statements = await running.statements();
  for (const statement of statements.slice(0, 3)) yield await running.plan(statement);
  yield await running.profile(2);
  for (const { text } of running.log()) {
    const [message = ''] = text.split(' · ');
    if (message !== 'request') yield running.linesWith([message]);
  }
  yield running.linesWith(['"level":"error"']);
  running.complaints();
  // Each value may lead to the next one.
  for (let depth = 0; depth < 4; depth++)
    for (const value of drill.follow?.(running.board) ?? []) yield running.follow(value);
  yield await running.heap(6);
}

function proofsIn(drill: Staged, board: Board): Claim[] {
  return [...lettered(drill).keys()].flatMap((letter) =>
    board.filter((item) => judge(drill, letter, item.id, [item]).isProven).map((item) => ({ letter, item })),
  );
}
