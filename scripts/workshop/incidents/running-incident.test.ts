import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { shareOf } from '../../../framework/fixtures/share.ts';
import { isThorough, skipSlow } from '../../../framework/fixtures/slow.ts';
import { allChapters } from '../chapters.ts';
import { nextFree } from '../ports.ts';
import { withFolder } from '../scratch-folder.ts';
import { type Files, solutionOf, starterOf, writeFiles } from '../starters.ts';
import { testFolder } from '../test-folder.fixture.ts';
import type { Board } from './board.ts';
import { judge } from './evidence.ts';
import { type Incident, incidentsOf, lettered } from './incident.ts';
import { RunningIncident } from './running-incident.ts';
import { stageOf } from './stage.ts';

/** Milliseconds: long enough for two stampedes, beside other tests. */
const patience = 60_000;
const chapters = allChapters();
const all = (await Promise.all(chapters.map(incidentsOf))).flat();

describe('the part of the code that a repair is about', () => {
  for (const { name, chapter: slug, repair } of all) {
    if (repair === undefined) continue;
    it(`${name}: exists, and the solution has repaired it there`, () => {
      const chapter = chapters.find((one) => one.slug === slug)!;
      const [starter, solution] = [starterOf(chapter), solutionOf(chapter)].map((files) => files.get(repair.file));
      assert.notEqual(starter, undefined);
      assert.notEqual(starter, solution);
      const names = repair.part.match(/#?\w+(?=$| and)/g) ?? [];
      assert.ok(names.length > 0 && names.every((one) => starter!.includes(`${one}(`)), repair.part);
    });
  }
});

describe('every incident', {
  skip: skipSlow('starts programs under load, and waits for what happens', import.meta.filename),
}, () => {
  // Otherwise, each commit has one of them.
  for (const incident of isThorough ? all : shareOf(all, all.length)) {
    it(`${incident.name}: the instruments prove its cause, and only while it is there`, async () => {
      const chapter = chapters.find(({ slug }) => slug === incident.chapter)!;
      const isProven = (board: Board) => proofs(incident, board).length > 0;
      const { board, isWell } = await boardOf(incident, starterOf(chapter), isProven, {
        repaired: solutionOf(chapter),
      });
      assert.ok(isProven(board), `no item proves it:\n${shown(board)}`);
      assert.ok(isWell, 'its users still see failures a minute after the repair');
      const healthy = await boardOf(incident, solutionOf(chapter), () => false, { milliseconds: 15_000 });
      assert.deepEqual(proofs(incident, healthy.board), [], 'the healthy program proves it as well');
    });
  }
});

function proofs(incident: Incident, board: Board): { letter: string; id: string }[] {
  const claims = [...lettered(incident).keys()].flatMap((letter) => board.map(({ id }) => ({ letter, id })));
  return claims.filter(({ letter, id }) => judge(incident, letter, id, board).isProven);
}

interface Look {
  milliseconds?: number;
  /** Saved at the end, as a learner would save a repair. */
  repaired?: Files;
}

/** Looks at everything that somebody on call can look at, again and again. */
async function boardOf(
  incident: Incident,
  files: Files,
  isEnough: (board: Board) => boolean,
  { milliseconds = patience, repaired }: Look = {},
): Promise<{ board: Board; isWell: boolean }> {
  const repository = testFolder();
  const stage = await stageOf(incident);
  try {
    return await withFolder(files, async (src) => {
      const port = await nextFree(4_600);
      const running = new RunningIncident(incident, { src, stage, port, repository: repository.path, print: () => {} });
      try {
        await running.start();
        for (const end = Date.now() + milliseconds; Date.now() < end && !isEnough(running.board); ) {
          await running.metrics();
          const [first] = await running.statements();
          if (first) await running.plan(first);
          const { file } = await running.profile(2);
          assert.ok(existsSync(file));
          running.complaints();
          for (const value of incident.follow?.(running.board) ?? []) running.follow(value);
          assert.equal((await running.query('select 1 as one')).rows?.[0]?.one, 1);
          for (const { text } of running.log()) {
            if (!isEnough(running.board)) running.linesWith(text.split(' · ').slice(0, 1));
          }
          if (!isEnough(running.board)) await running.heap(2);
          await delay(500);
        }
        assert.ok(running.experience().length > 0, 'nobody used the blog');
        assert.match(readFileSync(running.logFile, 'utf8'), /"message":"request"/);
        const { board } = running;
        if (repaired !== undefined) writeFiles(src, repaired);
        return { board, isWell: repaired === undefined || (await recovers(running)) };
      } finally {
        await running.stop();
      }
    });
  } finally {
    await stage.end();
    repository.remove();
  }
}

/** Within a minute after the save, no request of the last seconds has failed. */
async function recovers(running: RunningIncident): Promise<boolean> {
  const isRestarted = () => running.journal.entries().some(({ kind }) => kind === 'restart');
  for (const end = Date.now() + patience; Date.now() < end; await delay(500)) {
    const recent = running.experience(10);
    if (isRestarted() && recent.length > 0 && recent.every(({ failed }) => failed === 0)) return true;
  }
  return false;
}

function shown(board: Board): string {
  return board.map(({ id, text, values }) => `${id} ${text} ${JSON.stringify(values)}`).join('\n');
}
