import { AsyncLocalStorage } from 'node:async_hooks';
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once, setMaxListeners } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import timers, { setTimeout as delay } from 'node:timers/promises';
import { assemble, CheckFailure, chapter, type Load, type Session, type WorkerEvent } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

/** Several processes start here, and a busy machine takes its time. */
const { step } = chapter(import.meta.url, { concurrent: true, deadline: 30_000 });

step(1, (check) => {
  check('WORKERS=2 starts two workers on one port', async (app) => {
    const { first, served, ports, isPrimaryListening } = await app.once(startCrew);
    const forks = forksIn(first);
    const listening = listeningIn(first).length;
    if (isPrimaryListening) {
      fail(
        'The primary process listens itself, and so do its workers.',
        'a primary process that only looks after its workers',
        'src/main.ts imports ./api.ts in the primary process, too. Only a program without a supervisor, or a worker, may do that.',
      );
    }
    if (forks !== 2 || listening !== 2) {
      fail(
        `With WORKERS=2, the program has forked ${forks} workers, and ${listening} of them listen.`,
        'a primary process, and two workers that listen',
        forks === 0
          ? [
              'src/main.ts imports ./api.ts in the primary process, so the primary handles the requests itself.',
              '`#fork` does not call `cluster.fork()`, or `start` is not called.',
            ]
          : forks !== 2
            ? '`start` gets a number other than the result of `workerCount()`.'
            : 'a worker does not import ./api.ts.',
      );
    }
    if (ports.length > 1) {
      fail(
        `The workers listen on different ports: ${ports.join(' and ')}.`,
        'one port for all of them',
        '`#fork` passes a `PORT` to the worker. Without one, the workers share the port of the program.',
      );
    }
    served.status(200);
  });

  check(
    'WORKERS=1 runs the program without a supervisor',
    async (app) => {
      const { forks } = await app.once(startupSignal);
      if (forks === 0) return;
      fail(
        `With WORKERS=1, the program has forked ${forks} ${forks === 1 ? 'worker' : 'workers'}.`,
        'one process that handles the requests itself',
        'src/main.ts starts the supervisor in every primary process. Do it only if the count is more than one.',
      );
    },
    { alreadyTrue: true },
  );

  check('several workers without shared stores are refused at startup', async (app) => {
    const { refusal } = await app.once(withoutStores);
    if (refusal instanceof CheckFailure && refusal.parts.output?.includes('WORKERS')) return;
    if (refusal !== undefined) throw refusal;
    fail(
      'The program was started with WORKERS=2 and a database in memory, and it started.',
      'an error at startup that names WORKERS',
      'src/main.ts does not call `workerCount()`, which throws this error.',
    );
  });
});

step(2, (check, examine) => {
  check('a worker that dies is replaced, after a pause that doubles', async (app) => {
    const { pauses, logged, reasons, served } = await app.once(deaths);
    const measured = pauses.map((pause) => `${Math.round(pause)} ms`).join(', ');
    const problem =
      pauses.length === 0
        ? 'A worker was killed, and no other was forked in the three seconds after that.'
        : `Two workers were killed, one after the other. Until another one was forked, it took: ${measured}.`;
    const expected = 'a new worker each time: after 100 ms and 200 ms';
    if (pauses.length === 0) {
      fail(problem, expected, [
        'nothing happens on the event "exit" of a worker.',
        '`#replace` does not fork another one, or only after a much longer pause.',
      ]);
    }
    if (pauses[0]! < 90)
      fail(problem, expected, 'the new worker is forked at once: `setTimeout` is missing, or its delay is too short.');
    if (pauses.length < 2)
      fail(problem, expected, 'only the first workers are watched. Watch those that replace them, too.');
    if (pauses[1]! < 180) fail(problem, expected, 'the pause does not double.');
    if (logged.slice(0, 3).join(', ') !== '100, 200, 400') {
      fail(
        `The log lines "a worker has died" have these pauses: ${logged.slice(0, 3).join(', ') || 'none'}.`,
        'an error line "a worker has died" per death, with the pauses 100, 200 and 400',
        Number(logged[0]) > 100
          ? 'the first pause is too long: `#deaths` already counts a death when its pause is worked out.'
          : Number(logged[1]) === 200 && Number(logged[2]) > 200
            ? 'the pause grows, but does not double each time.'
            : 'a log line is missing, or its field `pause` is missing or not in milliseconds.',
      );
    }
    if (!reasons.slice(0, 3).every((reason) => reason === 'SIGKILL')) {
      fail(
        'The log lines "a worker has died" lack the fields `pid` and `reason`, or have other values.',
        'the `pid` of the worker that was killed, and the `reason` "SIGKILL"',
        [
          'the log line has only the pause.',
          'the `pid` is that of the primary: `process.pid` instead of `worker.process.pid`.',
          'the reason is the exit code, which is missing after a signal: pass `signal ?? code`.',
        ],
      );
    }
    served.status(200);
  });

  examine('a pause is never longer than ten seconds', async (load) => {
    const { logged } = await seriesOfDeaths(load);
    const expected = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000];
    if (logged.slice(0, 9).join() === expected.join()) return;
    fail(
      `Nine workers died one after another. The pauses in the log are: ${logged.slice(0, 9).join(', ') || 'none'}.`,
      expected.join(', '),
      logged.length === 0
        ? ['nothing happens on the event "exit" of a worker.', '`#replace` does not log "a worker has died".']
        : logged.some((pause) => Number(pause) > 10_000)
          ? 'the pause has no maximum. After twenty deaths, the blog would wait for half a day.'
          : ['the pause does not double.', 'not every death is logged, or its field `pause` is not in milliseconds.'],
    );
  });

  examine('after a worker that lived for ten seconds, the pauses start at 100 ms again', async (load) => {
    const [old, fresh] = (await seriesOfDeaths(load)).logged.slice(9);
    if (old === 100 && fresh === 200) return;
    fail(
      `After nine deaths in a row, a worker died that was 10 s old, and then a new one. The pauses were: ${old ?? 'none'}, ${fresh ?? 'none'}.`,
      '100 ms for the old one, 200 ms for the new one',
      old === 100
        ? ['the death of a worker that had lived for ten seconds is not counted.', 'the replacement is not watched.']
        : fresh === 100
          ? 'the number of deaths is reset only after the pause of the old worker has been worked out.'
          : [
              'the number of deaths is never reset, or not at exactly ten seconds.',
              'the age of a worker is not measured with `this.clock.now()`.',
            ],
    );
  });

  examine('a worker that crashes is logged with its exit code', async (load) => {
    const { crash } = await seriesOfDeaths(load);
    if (crash?.reason === 1) return;
    fail(
      `A worker has exited with the code 1. The \`reason\` in the log is ${crash === undefined ? 'missing, like the line' : JSON.stringify(crash.reason)}.`,
      'the `reason` 1',
      'only the signal is passed to `#replace`. A worker that crashes gets none: pass `signal ?? code`.',
    );
  });

  examine('a worker that nobody has asked to exit is replaced, whatever its exit code is', async (load) => {
    const stage = await staged(load);
    stage.start(2);
    stage.workers[0]!.die(0);
    await stage.until(() => stage.alive === 2);
    if (stage.alive === 2) return;
    fail(
      'A worker exited with the code 0, although nobody had asked it to. It was not replaced.',
      'two workers',
      'the handler of "exit" looks at the code. Whether an exit was wanted is what `#retiring` says.',
    );
  });

  check('while the program stops, no worker is replaced', async (app) => {
    const { forkedLate, exitCode, left, logged } = await app.once(deaths);
    if (logged.length === 0)
      fail('No worker was replaced, so there is nothing to stop.', 'a replacement', 'see above.');
    if (forkedLate) {
      fail(
        'A worker died, the program was asked to stop, and then it forked another worker.',
        'no new worker',
        'the callback of `setTimeout` does not look at `#isStopping`, which may have changed during the pause.',
      );
    }
    if (exitCode === 0 && left === 0) return;
    fail(
      `The program was asked to stop. Its exit code is ${exitCode ?? 'missing, because it had to be killed'}, and ${left === 1 ? 'one worker is' : `${left} workers are`} left.`,
      'the exit code 0, and no worker left',
      'src/main.ts does not call `stopOnMessage()` in a worker, so the workers ignore the message "stop".',
    );
  });
});

step(3, (check, examine) => {
  check('SIGHUP replaces every worker, one at a time', async (app) => {
    const { isHeard, change } = await app.once(rollingRestart);
    if (!isHeard) {
      fail(
        'The program was sent SIGHUP, and nothing handles it.',
        'new workers',
        'there is no `process.on("SIGHUP", …)`.',
      );
    }
    const { old, fresh, fewest, most, forks } = change!;
    if (old > 0 || fresh < 2) {
      fail(
        `After SIGHUP, ${old} of two old workers are still there, and ${fresh} new ones listen.`,
        'two new workers, and none of the old ones',
        fresh === 0
          ? ['`#restart` does not fork a worker.', 'the new worker dies before it listens.']
          : [
              'the loop ends too early, or waits for something that never happens.',
              'an old worker is never asked to stop: call `#retire`.',
            ],
      );
    }
    if (fewest < 2) {
      fail(
        `In between, only ${fewest} of two workers listened.`,
        'at least two at any time',
        'an old worker is asked to stop before the new one listens.',
      );
    }
    if (forks !== 2) {
      fail(
        `For two old workers, ${forks} new ones were forked.`,
        'one for each',
        'the handler of "exit" replaces workers that were asked to stop. It has to look into `#retiring`.',
      );
    }
    if (most > 3) {
      fail(`In between, there were ${most} workers.`, 'at most three, where two are wanted', [
        'all workers are replaced at once, each with its own connections to the database.',
        '`#retire` is not awaited, so the next worker is forked while an old one still finishes its requests.',
      ]);
    }
  });

  check('if a new worker does not start, the old ones stay', async (app) => {
    const { isHeard, broken } = await app.once(rollingRestart);
    if (!isHeard) fail('Nothing handles SIGHUP.', 'a handler', 'there is no `process.on("SIGHUP", …)`.');
    const { stayed, forks, news, errors } = broken!;
    if (stayed < 2) {
      fail(
        `The new worker died at startup, and ${2 - stayed} of the two old ones were stopped all the same.`,
        'both old workers go on',
        'the result of the start is ignored, or the wait ends with "exit" as if it were "listening".',
      );
    }
    if (forks > 2) {
      fail(
        `SIGHUP was sent twice, and new workers could not start. ${forks} of them were forked, one after another.`,
        'one attempt per SIGHUP',
        [
          'a new worker that dies before it listens is replaced like one that has worked: add it to `#retiring` until it listens.',
          'the loop goes on with the next worker after one that did not start: end the restart there.',
        ],
      );
    }
    if (news !== 1 || errors < 2) {
      fail(
        `One restart succeeded and two failed. The log of the supervisor has "all workers are new" ${news === 1 ? 'once' : `${news} times`}, and ${errors === 1 ? 'one error' : `${errors} errors`}.`,
        '"all workers are new" once, and an error for each restart that failed',
        errors === 1
          ? ['a `SIGHUP` during a restart is ignored.', 'a log line is missing.']
          : ['`#restart` does not end when the new worker exits.', 'a log line is missing, or is always written.'],
      );
    }
  });

  check('a second SIGHUP waits for the first', async (app) => {
    const { isHeard, broken } = await app.once(rollingRestart);
    if (!isHeard) fail('Nothing handles SIGHUP.', 'a handler', 'there is no `process.on("SIGHUP", …)`.');
    const { most, forks } = broken!;
    if (most <= 3 && forks === 2) return;
    fail(
      `The program was sent SIGHUP two times in a row. It forked ${forks} workers, and at one time there were ${most}.`,
      'a second restart after the first, with at most three workers at a time',
      forks < 2 ? 'a SIGHUP during a restart is ignored.' : 'both restarts run at the same time.',
    );
  });

  examine('a restart ends when the program stops', async (load) => {
    const stage = await staged(load);
    stage.start(2);
    const next = await stage.restart();
    const known = stage.workers.length;
    await stage.stop(() => next.listen());
    if (stage.workers.length === known) return;
    fail(
      `The program was asked to stop during a restart. After that, it forked ${stage.workers.length - known} more.`,
      'no new worker',
      '`#restart` does not look at `#isStopping` after it has waited for a new worker.',
    );
  });

  examine('a restart ends when the program stops while an old worker finishes', async (load) => {
    const stage = await staged(load);
    stage.start(2);
    const next = await stage.restart();
    const old = stage.workers[0]!;
    old.isBusy = true;
    next.listen();
    await stage.until(() => old.wasAsked);
    const known = stage.workers.length;
    await stage.stop(() => old.die(0));
    if (stage.workers.length === known) return;
    fail(
      `The program was asked to stop while an old worker finished its requests. After that, it forked ${stage.workers.length - known} more.`,
      'no new worker',
      '`#restart` does not look at `#isStopping` before it forks a worker.',
    );
  });

  examine("a worker on trial that is stopped with the program isn't a failed restart", async (load) => {
    const stage = await staged(load);
    stage.start(2);
    const next = await stage.restart();
    await stage.stop(() => next.die(0));
    const errors = stage.lines.filter(({ level }) => level === 'error').length;
    if (errors === 0) return;
    fail(
      'The program was asked to stop, and with it a new worker that was still starting. The log has an error about it.',
      'no error: the worker exited because it was asked to',
      '`#restart` does not look at `#isStopping` after it has waited for a new worker.',
    );
  });

  examine('an old worker that dies during a restart is replaced once', async (load) => {
    const stage = await staged(load);
    stage.start(2);
    const next = await stage.restart();
    stage.workers[0]!.die('SIGKILL');
    await stage.until(() => stage.workers.length === 4);
    next.listen();
    await stage.until(() => stage.messages.includes('all workers are new'));
    await stage.until(() => stage.alive === 2);
    if (stage.alive === 2) return;
    fail(
      `Of two workers, one died by itself during a restart. After the restart, there are ${stage.alive}.`,
      'two workers',
      stage.workers.length < 4
        ? 'the death of an old worker is ignored during a restart.'
        : 'step 2 has replaced the dead worker already, so the new one is one too many: retire it.',
    );
  });

  examine('of more than two workers, each is replaced', async (load) => {
    const stage = await staged(load);
    const count = 4;
    stage.start(count);
    const old = [...stage.workers];
    (await stage.restart()).listen();
    await stage.until(() => stage.messages.includes('all workers are new'));
    const left = old.filter((worker) => !worker.isDead()).length;
    if (left === 0 && stage.alive === count) return;
    fail(
      `After a restart of ${count} workers, ${stage.alive} are there, and ${left} of them are old.`,
      `${count} new workers`,
      '`#restart` replaces some of the workers only, or logs before the last one is replaced.',
    );
  });

  examine('a new worker that hangs is given up, and the next restart works', async (load) => {
    const stage = await staged(load);
    stage.start(2);
    hurry();
    await stage.restart();
    const isOver = () => stage.lines.some(({ level }) => level === 'error');
    await stage.until(isOver);
    if (!isOver() || stage.alive !== 2) {
      fail(
        isOver()
          ? `A new worker never listened. After the restart, ${stage.alive} workers are left.`
          : 'A new worker never listened and never exited, and the restart waits for it for good.',
        'after `patience` milliseconds the new worker is killed, an error is logged, and the two old ones stay',
        '`#restart` waits for `listening` or `exit`, and a worker that hangs sends neither. Kill it after `patience` milliseconds.',
      );
    }
    const next = await stage.restart();
    next.listen();
    await stage.until(() => stage.messages.includes('all workers are new'));
    if (!stage.messages.includes('all workers are new'))
      fail('After a restart that was given up, SIGHUP does nothing.', 'a new restart', 'the first restart never ends.');
  });

  examine('a worker that a restart has started is replaced if it dies later', async (load) => {
    const stage = await staged(load);
    stage.start(2);
    const next = await stage.restart();
    next.listen();
    await stage.until(() => stage.messages.includes('all workers are new'));
    next.die('SIGKILL');
    await stage.until(() => stage.alive === 2);
    if (stage.alive === 2) return;
    fail(
      `After a restart, one of the two new workers died. ${stage.alive === 1 ? 'One worker is' : `${stage.alive} workers are`} left.`,
      'two workers',
      'the new worker is still in `#retiring`, so its death counts as wanted. Remove it when it listens.',
    );
  });
});

step(4, (check, examine) => {
  examine('a worker drains for longer than a client reuses a connection', async (load) => {
    const { appOptions } = await load('app.options.ts');
    const drain = appOptions.limits?.drain;
    if (drain >= 20_000) {
      fail(
        `\`limits.drain\` in src/app.options.ts is ${drain}.`,
        'less than 20,000 milliseconds: the `patience` of the supervisor',
        'the supervisor kills a worker that has not exited after 20 seconds, while this one still drains.',
      );
    }
    if (drain >= 6_000) return;
    fail(
      `\`limits.drain\` in src/app.options.ts is ${drain ?? 'missing, so it is 1,000'}.`,
      '6,000 milliseconds: one second more than Keep-Alive: timeout=5 allows',
      drain >= 5_000
        ? 'a client may reuse an idle connection until the end of the five seconds, and its request needs time to arrive.'
        : 'a client may reuse an idle connection for five seconds, and this worker closes it earlier.',
    );
  });

  examine('a worker that is leaving reports it without a query', async (load) => {
    const { HealthController } = await load('health/health.controller.ts');
    let queries = 0;
    const readiness = { isLeaving: true, check: async () => void queries++ };
    const health = assemble(HealthController, { Readiness: readiness });
    const ctx = { status: () => ctx, json: (value: unknown) => value };
    await Promise.resolve(ctx)
      .then((each) => health.ready(each))
      .catch(() => {});
    if (queries === 0) return;
    fail('A worker that is shutting down has queried the stores for GET /health/ready.', 'the 503 at once', [
      '`ready` does not look at `isLeaving`.',
      '`ready` calls `check()` first. While a store is slow, the load balancer has to wait for it.',
    ]);
  });

  examine(
    'a worker that is leaving is still alive',
    async (load) => {
      const { HealthController } = await load('health/health.controller.ts');
      const health = assemble(HealthController, { Readiness: { isLeaving: true, check: async () => {} } });
      let status: unknown = 200;
      const ctx = {
        status: (code: number) => {
          status = code;
          return ctx;
        },
        json: (value: unknown) => value,
      };
      await Promise.resolve(ctx)
        .then((each) => health.live(each))
        .catch((error: { status?: number }) => {
          status = error.status ?? error;
        });
      if (status === 200) return;
      fail(
        `A worker that was shutting down responded to GET /health/live with ${status}.`,
        '200: it is not ready any more, but it is alive',
        '`live` looks at `isLeaving`. A supervisor would kill this worker before it has finished its requests.',
      );
    },
    { alreadyTrue: true },
  );

  check('no request fails during a rolling restart', async (app) => {
    const { load } = await app.once(rollingRestart);
    if (load === undefined) fail('There was no rolling restart.', 'step 3', 'step 3 is not done.');
    if (load.failures.length === 0 && load.answered >= 20) return;
    const isReadyRefused = load.failures.some((failure) => failure.startsWith('GET /health/ready: 503'));
    throw new CheckFailure({
      problem: `During the restart, ${load.answered} requests got a response, and ${load.failures.length} failed.`,
      received: [...new Set(load.failures)].slice(0, 5).join('\n') || undefined,
      expected: 'a response to each request, and "Connection: close" before a connection is closed',
      cause: isReadyRefused
        ? '`isLeaving` is true even before `leave()` is called, for example because it is a method instead of a getter.'
        : [
            'idle connections are closed too early: `limits.drain` is shorter than a client may wait.',
            'an old worker is killed instead of being asked to stop.',
            'an old worker crashes on SIGTERM, because `leave` is passed as a listener without its object.',
          ],
    });
  });

  check('a worker that is shutting down is not ready', async (app) => {
    const { farewells } = await app.once(rollingRestart);
    // A request that was there before the shutdown may still get a 200.
    if (farewells.some(({ code, error }) => code === 503 && error === 'Service Unavailable')) return;
    const other = farewells.find(({ code }) => code !== 200);
    throw new CheckFailure({
      problem:
        other === undefined
          ? 'A worker that was shutting down responded to GET /health/ready as if it were ready.'
          : 'A worker that was shutting down responded to GET /health/ready with the wrong error.',
      received:
        farewells.map(({ code, error }) => `${code} ${error ?? ''}`).join('\n') ||
        'no response with "Connection: close"',
      expected: '503 {"error":"Service Unavailable"}, with "Connection: close"',
      cause:
        other === undefined
          ? farewells.some(({ error }) => error !== undefined)
            ? '`ready` returns the error, but does not set the status 503.'
            : ['nothing calls `leave()` on SIGTERM.', '`isLeaving` is not true after `leave()` was called.']
          : other.code === 503
            ? 'the `error` in the 503 is not "Service Unavailable".'
            : '`ready` throws an error when `isLeaving` is true, or sends another status.',
    });
  });

  check('a worker also leaves on SIGINT', async (app) => {
    const program = app.fresh({ ...cheap, WORKERS: '1', TRELLIS_OBSERVER: interruption });
    (await program.get('/health/ready')).status(200);
    const answer = await program.get('/health/ready', { headers: { 'X-Interrupt': 'now' } });
    answer.error(
      503,
      'Service Unavailable',
      'Ctrl-C and some process managers send SIGINT, which this request has caused. Nothing calls `leave()` on SIGINT, so `/health/ready` stays 200 while the program stops.',
    );
  });

  check(
    'a signal during startup ends the program',
    async (app) => {
      const { exitCode } = await app.once(startupSignal);
      if (exitCode === 0) return;
      fail(
        `The program was asked to stop while it waited for the database. Its exit code is ${exitCode ?? 'missing, because it had to be killed'}.`,
        'the program ends at once',
        'the listener for SIGTERM is added before `listen()`. It replaces the default, which is to end the process.',
      );
    },
    { alreadyTrue: true },
  );
});

/** A request with this header finds a program that has just received SIGINT. Emitted, not sent, because Windows has no signals. */
const interruption = `
  import { Server } from 'node:http';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.prependListener('request', ({ headers }) => headers['x-interrupt'] && process.emit('SIGINT', 'SIGINT'));
    return listen.apply(this, args);
  };
`;

/** The full cost would take most of the time of a run. */
const cheap = { BCRYPT_COST: '4' };

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}

/** A program with two workers, once both listen. */
async function crew(app: Session) {
  const services = await app.services();
  const program = app.fresh({ ...cheap, ...services.env, WORKERS: '2', DATABASE_POOL: '4' });
  const url = await program.url();
  const isCluster = (await program.workers(() => true)).length > 0;
  const first = await program.workers((events) => listeningIn(events).length >= 2, isCluster ? 60_000 : 0);
  return { services, program, url, isCluster, first };
}

/** Steps 1 and 2. */
async function startCrew(app: Session) {
  const own = await crew(app);
  const served = await own.program.get('/posts');
  const events = await own.program.workers(() => true, 0);
  const forked = events.filter(({ event }) => event === 'fork').map(({ pid }) => pid);
  return {
    ...own,
    served,
    ports: [...new Set(events.flatMap(({ port }) => port ?? []))],
    isPrimaryListening: listeningIn(events).some((pid) => !forked.includes(pid)),
  };
}

/** Step 2: two workers die; a third one does, too, and the program has to stop while it waits to replace it. */
async function deaths(app: Session) {
  const { program, url, first } = await app.once(startCrew);
  const pauses: number[] = [];
  const kill = async (victim: number | undefined) => {
    if (victim === undefined) return undefined;
    process.kill(victim, 'SIGKILL');
    const events = await program.workers((known) => forkAfter(known, victim) !== undefined, 3_000);
    const fork = forkAfter(events, victim);
    if (fork !== undefined) pauses.push(fork.at - exitOf(events, victim)!.at);
    return fork?.pid;
  };
  let victim = listeningIn(first)[0];
  const victims = [victim];
  for (let death = 0; death < 2; death++) {
    victim = await kill(victim);
    victims.push(victim);
  }
  const served = await program.get('/posts');
  if (victim === undefined) return { pauses, logged: [], reasons: [], served, forkedLate: false, exitCode: 0, left: 0 };

  // Only one worker listens now. A request that it hasn't received completely keeps it, and the primary, alive.
  const unfinished = connect(Number(new URL(url).port), '127.0.0.1');
  unfinished.on('error', () => {});
  unfinished.write('POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n');
  const known = forksIn(await program.workers(() => true, 0));
  process.kill(victim, 'SIGKILL');
  await program.workers((events) => exitOf(events, victim) !== undefined, 3_000);
  const stopped = program.stop();
  const later = await program.workers((events) => forksIn(events) > known, 700);
  unfinished.destroy();
  const exitCode = await stopped;
  const left = listeningIn(await program.workers(() => true, 0)).filter(isAlive).length;
  const lines = linesOf(await program.output()).filter(({ message }) => message === 'a worker has died');
  const logged = lines.map(({ pause }) => pause);
  const reasons = lines.map(({ pid, reason }, index) => pid === victims[index] && reason);
  return { pauses, logged, reasons, served, forkedLate: forksIn(later) > known, exitCode, left };
}

/** Step 1: nothing that two processes could share. */
async function withoutStores(app: Session) {
  const refusal = await app
    .fresh({ WORKERS: '2' })
    .get('/posts')
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { refusal };
}

/** Steps 3 and 4: all workers are replaced under load. Then a table is broken, and new workers can't start. */
async function rollingRestart(app: Session) {
  const { services, program, url, first } = await crew(app);
  const clients = new Clients(url);
  try {
    const isHeard = await program.restart();
    const change = isHeard ? await changeOf(program, first) : undefined;
    const load = await clients.stop();
    const broken = isHeard ? await brokenRestarts(program, services) : undefined;
    return { isHeard, change, load: isHeard ? load : undefined, farewells: load.farewells, broken };
  } finally {
    await clients.stop();
  }
}

/** What became of the workers that were there first. */
async function changeOf(program: Session, first: readonly WorkerEvent[]) {
  const old = listeningIn(first);
  const isDone = (events: readonly WorkerEvent[]) =>
    old.every((pid) => exitOf(events, pid)) && listeningIn(events).length >= 2;
  const events = await program.workers(isDone, 60_000);
  const start = events.findIndex(({ event, pid }) => event === 'exit' && old.includes(pid));
  const counts = events.flatMap((_, index) =>
    start >= 0 && index >= start ? [listeningIn(events.slice(0, index + 1)).length] : [],
  );
  const now = listeningIn(events);
  // A worker that is taken for dead is replaced after a pause.
  const later = await program.workers((all) => forksIn(all) > forksIn(first) + 2, 500);
  return {
    old: old.filter((pid) => now.includes(pid)).length,
    fresh: now.filter((pid) => !old.includes(pid)).length,
    fewest: Math.min(...counts),
    most: Math.max(...events.map((_, index) => aliveIn(events.slice(0, index + 1)))),
    forks: forksIn(later) - forksIn(first),
  };
}

/** Two restarts in a row, at which every new worker dies. */
async function brokenRestarts(program: Session, services: Awaited<ReturnType<Session['services']>>) {
  const before = await program.workers(() => true, 0);
  const old = listeningIn(before);
  // The old workers don't need this table any more, and a new one doesn't start without it.
  const db = await openDatabase(services.env.DATABASE_URL);
  await db.run`alter table migrations rename column number to broken`.finally(() => db.onStop());
  await program.restart();
  await program.restart();
  const exits = (events: readonly WorkerEvent[]) => events.filter(({ event }) => event === 'exit').length;
  await program.workers((events) => exits(events) >= exits(before) + 2, 30_000);
  const events = await program.workers((all) => forksIn(all) > forksIn(before) + 2, 500);
  const stayed = old.filter((pid) => listeningIn(events).includes(pid)).length;
  const most = Math.max(...events.map((_, index) => (index < before.length ? 0 : aliveIn(events.slice(0, index + 1)))));
  const lines = linesOf(await program.output());
  const news = lines.filter(({ message }) => message === 'all workers are new').length;
  const errors = lines.filter(({ level }) => level === 'error').length;
  return { stayed, forks: forksIn(events) - forksIn(before), most, news, errors };
}

/** Step 4: a database server that accepts connections and never responds, so that the program waits for it at startup. */
async function startupSignal(app: Session) {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const program = app.fresh({ ...cheap, DATABASE_URL: `postgres://blog:secret@127.0.0.1:${port}/blog`, WORKERS: '1' });
  try {
    const connected = once(silent, 'connection');
    const ended = program.running().catch(() => {});
    await Promise.race([connected, ended]);
    const exitCode = await program.stop({ isStarting: true });
    return { exitCode, forks: forksIn(await program.workers(() => true, 0)) };
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
}

interface Farewell {
  code: number;
  error: string | undefined;
}

/** Milliseconds. A request that waits longer has failed: its connection was lost between two processes. */
const patience = 5_000;

/** Clients that send a request now and then, each on a connection that it keeps until the server closes it. */
class Clients {
  readonly #url: string;
  readonly #running: Promise<void>[];
  readonly #failures: string[] = [];
  readonly #farewells: Farewell[] = [];
  /** Connections whose last response said "Connection: close". */
  readonly #parted = new WeakSet<Socket>();
  readonly #end = new AbortController();
  #answered = 0;

  constructor(url: string) {
    this.#url = url;
    // Every client listens to it.
    setMaxListeners(0, this.#end.signal);
    const paths = ['/posts', '/health/ready'];
    this.#running = Array.from({ length: 8 }, (_, index) => this.#run(paths[index % paths.length]!, 60 + 25 * index));
    // Readers, whose connections are idle for longer than the framework's default for `drain`. Whenever a worker stops,
    // one of them is about to be idle for another second.
    for (let reader = 0; reader < 6; reader++) {
      this.#running.push(this.#pause(reader * 300).then(() => this.#run('/posts', 1_800)));
    }
  }

  async stop() {
    this.#end.abort();
    await Promise.all(this.#running);
    return { answered: this.#answered, failures: this.#failures, farewells: this.#farewells };
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #run(path: string, pause: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#isOver) {
      await this.#ask(path, agent).catch((error: NodeJS.ErrnoException) =>
        this.#failures.push(`GET ${path}: ${error.code ?? error.message}`),
      );
      // Connections that are never idle would hide what happens to those that are. And each at its own pace: if all
      // sent their requests together, all might have sent them just before the shutdown.
      await this.#pause(pause);
    }
    agent.destroy();
  }

  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#end.signal }).catch(() => {});
  }

  async #ask(path: string, agent: Agent): Promise<void> {
    const asked = get(this.#url + path, { agent, signal: AbortSignal.timeout(patience) });
    asked.once('socket', (socket) => {
      if (!asked.reusedSocket) socket.once('close', () => this.#closed(socket, path));
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const isFarewell = answer.headers.connection === 'close';
    if (isFarewell) this.#parted.add(answer.socket);
    const body = await text(answer);
    const code = answer.statusCode ?? 0;
    if (isFarewell && path === '/health/ready') this.#farewells.push({ code, error: JSON.parse(body).error });
    if (code === 200 || (isFarewell && path === '/health/ready')) this.#answered++;
    else this.#failures.push(`GET ${path}: ${code} ${body}`);
  }

  #closed(socket: Socket, path: string): void {
    if (!this.#parted.has(socket) && !this.#isOver)
      this.#failures.push(`GET ${path}: the connection was closed without "Connection: close"`);
  }
}

function linesOf(output: string): Record<string, unknown>[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

/** The workers that listen after these events. */
function listeningIn(events: readonly WorkerEvent[]): number[] {
  const gone = new Set(events.filter(({ event }) => event === 'exit').map(({ pid }) => pid));
  return [...new Set(events.filter(({ event }) => event === 'listening').map(({ pid }) => pid))].filter(
    (pid) => !gone.has(pid),
  );
}

function forksIn(events: readonly WorkerEvent[]): number {
  return events.filter(({ event }) => event === 'fork').length;
}

/** Whether they listen or not. */
function aliveIn(events: readonly WorkerEvent[]): number {
  return forksIn(events) - events.filter(({ event }) => event === 'exit').length;
}

function exitOf(events: readonly WorkerEvent[], wanted: number): WorkerEvent | undefined {
  return events.find(({ event, pid }) => event === 'exit' && pid === wanted);
}

function forkAfter(events: readonly WorkerEvent[], killed: number): WorkerEvent | undefined {
  const exit = events.findIndex(({ event, pid }) => event === 'exit' && pid === killed);
  return exit < 0 ? undefined : events.slice(exit).find(({ event }) => event === 'fork');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Step 2: nine deaths in a row, then that of a worker that is exactly ten seconds old, and the crash of its replacement. */
async function seriesOfDeaths(load: Load) {
  const stage = await staged(load);
  stage.start(10);
  for (const worker of stage.workers.slice(0, 9)) worker.die('SIGKILL');
  stage.now += 10_000;
  stage.workers[9]!.die('SIGKILL');
  await stage.until(() => stage.workers.length > 10);
  stage.workers[10]?.die(1);
  const deaths = stage.lines.filter(({ message }) => message === 'a worker has died');
  return { logged: deaths.map(({ pause }) => pause), crash: deaths[10] };
}

/** The learner's supervisor with workers that aren't processes, so that a death takes no time, and happens when we want it. */
/** From here on, everything that takes longer than five seconds takes a few milliseconds. */
function hurry(): void {
  const soon = (milliseconds = 0) => (milliseconds > 5_000 ? 30 : milliseconds);
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = ((work: () => void, milliseconds?: number, ...rest: []) =>
    later(work, soon(milliseconds), ...rest)) as typeof setTimeout;
  const { setTimeout: promised } = timers;
  timers.setTimeout = ((milliseconds: number, ...rest: []) => promised(soon(milliseconds), ...rest)) as typeof promised;
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, soon(milliseconds));
  syncBuiltinESMExports();
}

async function staged(load: Load) {
  const { Supervisor } = await load('cluster/supervisor.ts');
  return new Stage(new Supervisor());
}

/** A pause may end when its stage is over: what it forks still belongs to that stage. */
const current = new AsyncLocalStorage<Stage>();

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

interface Startable {
  start(count: number): void;
}

class Stage {
  readonly workers: Actor[] = [];
  readonly lines: Record<string, unknown>[] = [];
  now = 1_000_000;
  readonly #supervisor: Startable;
  #isRestarting = false;

  constructor(supervisor: object) {
    const log = (level: string) => (message: string, fields?: object) => this.lines.push({ level, message, ...fields });
    const levels = Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, log(level)]));
    this.#supervisor = Object.assign(supervisor as Startable, {
      clock: { now: () => this.now },
      log: levels,
    });
  }

  get messages(): unknown[] {
    return this.lines.map(({ message }) => message);
  }

  get alive(): number {
    return this.workers.filter((worker) => !worker.isDead()).length;
  }

  /** From here on, this process has the cluster of this stage. It ends after the examinations, so nothing is put back. */
  start(count: number): void {
    Object.assign(cluster, { workers: {}, fork: () => current.getStore()!.#fork() });
    syncBuiltinESMExports();
    for (const name of signals) process.removeAllListeners(name);
    current.run(this, () => this.#supervisor.start(count));
    for (const worker of this.workers) worker.listen();
  }

  signal(name: (typeof signals)[number]): void {
    const isHeard = current.run(this, () => process.emit(name, name));
    if (!isHeard) fail(`Nothing handles ${name}.`, 'a handler', `there is no \`process.on("${name}", …)\`.`);
  }

  /** Resolves to the worker that has to listen next. All that follow listen by themselves. */
  async restart(): Promise<Actor> {
    const before = this.workers.length;
    this.signal('SIGHUP');
    await this.until(() => this.workers.length > before);
    this.#isRestarting = true;
    const [next, ...others] = this.workers.slice(before);
    for (const worker of others) worker.listen();
    if (next === undefined)
      fail('After SIGHUP, no worker was forked.', 'a new worker', '`#restart` does not call `#fork`.');
    return next;
  }

  /** Asks the supervisor to stop, and lets what it waits for happen. */
  async stop(happens: () => void): Promise<void> {
    const { exit } = process;
    let hasExited = false;
    process.exit = (() => {
      hasExited = true;
    }) as never;
    this.signal('SIGTERM');
    happens();
    await this.until(() => hasExited);
    // A worker that is forked now would be forked within the next turns of the event loop.
    await delay(20);
    process.exit = exit;
  }

  async until(isDone: () => boolean): Promise<void> {
    for (const end = performance.now() + 2_000; !isDone() && performance.now() < end; ) await delay(5);
  }

  #fork(): Actor {
    const worker = new Actor(this, this.workers.length + 1);
    this.workers.push(worker);
    cluster.workers![worker.id] = worker as unknown as Worker;
    if (this.#isRestarting) setImmediate(() => worker.listen());
    return worker;
  }
}

/** As much of a worker as a supervisor sees. */
class Actor extends EventEmitter {
  readonly id: number;
  readonly process: { pid: number; kill: (signal: string) => void };
  /** Whether it still has requests to finish when it is asked to stop. */
  isBusy = false;
  wasAsked = false;
  readonly #stage: Stage;
  #state: 'starting' | 'listening' | 'dead' = 'starting';

  constructor(stage: Stage, id: number) {
    super();
    this.#stage = stage;
    this.id = id;
    this.process = { pid: 1_000_000 + id, kill: (signal) => this.die(signal) };
  }

  isDead(): boolean {
    return this.#state === 'dead';
  }

  isConnected(): boolean {
    return !this.isDead();
  }

  kill(signal = 'SIGTERM'): void {
    this.die(signal);
  }

  listen(): void {
    if (this.#state !== 'starting') return;
    this.#state = 'listening';
    this.emit('listening', {});
    cluster.emit('listening', this, {});
  }

  /** One that is still starting has no listener for messages yet. */
  send(message: unknown): boolean {
    if (message !== 'stop' || this.#state !== 'listening') return true;
    this.wasAsked = true;
    if (!this.isBusy) setImmediate(() => this.die(0));
    return true;
  }

  /** By a signal, or with an exit code. */
  die(reason: string | number): void {
    if (this.isDead()) return;
    this.#state = 'dead';
    delete cluster.workers![this.id];
    const [code, signal] = typeof reason === 'string' ? [null, reason] : [reason, null];
    current.run(this.#stage, () => {
      this.emit('exit', code, signal);
      cluster.emit('exit', this, code, signal);
    });
  }
}
