import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../../framework/drivers/database-driver.ts';
import { skipByTurns } from '../../../framework/fixtures/slow.ts';
import { allChapters } from '../chapters.ts';
import { nextFree } from '../ports.ts';
import { withFolder } from '../scratch-folder.ts';
import { starterOf } from '../starters.ts';
import { testFolder } from '../test-folder.fixture.ts';
import type { Item } from './board.ts';
import { incidentsOf } from './incident.ts';
import { RunningIncident } from './running-incident.ts';
import { stageOn } from './stage.ts';

const server = process.env.TEST_DATABASE_URL;
const needed = 'needs a server: start one with npm run services, and set TEST_DATABASE_URL';
const skip = server === undefined ? needed : skipByTurns(import.meta.filename);

test('on PostgreSQL, the plan that proves a cause is one of PostgreSQL, and no database is left', {
  skip,
}, async () => {
  const chapter = allChapters().find(({ number }) => number === '30')!;
  const incident = (await incidentsOf(chapter)).find(({ name }) => name === 'monday-morning')!;
  const repository = testFolder();
  const stage = await stageOn(server!, incident);
  try {
    await withFolder(starterOf(chapter), async (src) => {
      const port = await nextFree(4_700);
      const running = new RunningIncident(incident, { src, stage, port, repository: repository.path, print: () => {} });
      try {
        await running.start();
        let slowest: Item | undefined;
        for (const end = Date.now() + 30_000; slowest === undefined && Date.now() < end; await delay(500))
          slowest = (await running.statements()).find(({ text }) => text.includes('from reactions'));
        assert.ok(slowest, 'nobody has asked for reactions');
        const { id, lines } = await running.plan(slowest);
        assert.match(lines.join('\n'), /Seq Scan on reactions {2}\(cost=/);
        const proof = incident.causes.find(({ proves }) => proves !== undefined)!;
        assert.ok(proof.proves!(running.board.find((item) => item.id === id)!));
        assert.deepEqual((await running.query('select 1 as one')).rows, [{ one: 1 }]);
      } finally {
        await running.stop();
      }
    });
  } finally {
    await stage.end();
    repository.remove();
  }
  const db = await openDatabase(server);
  try {
    const left = await db.all`select datname from pg_database where datname = 'incident_monday_morning'`;
    assert.deepEqual(left, []);
  } finally {
    await db.onStop();
  }
});
