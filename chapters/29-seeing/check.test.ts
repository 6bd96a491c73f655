import { once } from 'node:events';
import { createServer, METHODS, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CheckFailure, chapter, random, type Session } from '#check';
import scrape from './attacks/scrape.ts';

const { step } = chapter(import.meta.url, { concurrent: true });

step(1, (check) => {
  check('every request has one line, with its method, route and status', async (app) => {
    const { sent, lines } = await app.once(traffic);
    for (const { id, what, expected } of sent) {
      const found = requestLines(lines).filter((line) => line.request_id === id);
      const [line] = found;
      if (line === undefined) {
        const others = requestLines(lines).filter(({ request_id }) => request_id === undefined);
        fail(`${what} has no line in the log with its request_id.`, 'one line per request', [
          requestLines(lines).length === 0
            ? 'nothing logs a line with the fields `method`, `route` and `status`: src/app.options.ts has no `onResponse`.'
            : others.length > 0
              ? 'the line has no `request_id`: `requestId()` or `logScope()` is missing in the middlewares, or `logScope()` comes before `requestId()`.'
              : 'the line is written by a middleware or by some handlers, and not by `onResponse`, which is called for every response.',
        ]);
      }
      if (found.length > 1) {
        fail(`${what} has ${found.length} lines in the log.`, 'one line per request', 'two places log the request.');
      }
      for (const [name, value] of Object.entries(expected)) {
        if (line[name] === value) continue;
        const isPath = name === 'route' && String(line.route).includes(what.split(' ')[1]!);
        fail(
          `The line of ${what} has the ${name} ${JSON.stringify(line[name])}.`,
          `${name}: ${JSON.stringify(value)}`,
          isPath
            ? 'the field contains the path and not the pattern of the route.'
            : name === 'route' && line.route === undefined
              ? 'a request without a route has no field `route`: undefined fields are left out. Give it the default value "none".'
              : `the field \`${name}\` isn't the one of the summary that \`onResponse\` gets.`,
        );
      }
      if (JSON.stringify(line).includes('@')) {
        fail(
          `The line of ${what} contains an email.`,
          'the id of the user, and nothing else about them',
          'the email of a user is added to the fields of the log. The id says as much to you, and nothing to a stranger.',
        );
      }
      if (Number.isInteger(line.ms) && Number(line.ms) >= 0 && Number(line.ms) < 60_000) continue;
      fail(
        `The line of ${what} has the ms ${JSON.stringify(line.ms)}.`,
        'the duration in milliseconds, as an integer',
        typeof line.ms === 'number'
          ? 'the duration is not rounded: it is measured in fractions of a millisecond.'
          : 'the field is missing, or a string.',
      );
    }
  });

  check('a client that leaves has a line, too', async (app) => {
    const { left, lines } = await app.once(traffic);
    const found = requestLines(lines).filter(({ request_id }) => request_id === left);
    if (found.length !== 1) {
      fail(
        `A client sent half of a request and disconnected. The log has ${found.length} lines about it.`,
        'one line, with "aborted": true',
        'the line is written by a middleware or by a handler. `onResponse` is called when the connection is done with the request.',
      );
    }
    if (found[0]!.aborted === true) return;
    fail(
      'The line of a client that disconnected looks like any other.',
      '"aborted": true',
      'the field `complete` of the summary is not used.',
    );
  });

  check('the response has the id of its request, and a hostile id is replaced', async (app) => {
    const { sent, hostile, lines } = await app.once(traffic);
    for (const { response, id } of sent) {
      response.header('X-Request-Id', id, [
        '`requestId()` is not the first of the middlewares.',
        'an id that the client sends is not kept, so the logs of a proxy and of this program cannot be joined.',
      ]);
    }
    const id = hostile.headers.get('X-Request-Id') ?? '';
    hostile.expect(
      /^[\w-]{8,64}$/.test(id) && !lines.some((line) => String(line.request_id).includes('admin')),
      'a new id instead of one with quotes in it',
      'the id of the client is used as it is. `requestId()` accepts only plain words.',
    );
  });

  check('what services log has the fields of the request', async (app) => {
    const { created, lines } = await app.once(traffic);
    for (const { way, id, post, user_id } of created) {
      const line = lines.find((one) => one.message === 'post created' && one.id === post);
      if (line === undefined)
        fail('The log has no line "post created".', 'the line of PostsService', 'it was removed.');
      if (line.request_id !== id) {
        fail(
          `The line "post created" has the request_id ${JSON.stringify(line.request_id)}.`,
          `"request_id": "${id}", as in the line of its request`,
          '`logScope()` is missing in the middlewares of src/app.options.ts.',
        );
      }
      const last = requestLines(lines).find(({ request_id }) => request_id === id);
      for (const [name, one] of Object.entries({ '"post created"': line, 'of the request': last })) {
        if (one?.user_id === user_id) continue;
        fail(
          `Somebody has created a post with ${way}, and the line ${name} has the user_id ${JSON.stringify(one?.user_id)}.`,
          `"user_id": "${user_id}"`,
          one?.user_id === undefined
            ? `the middleware for ${way} doesn't call \`addLogFields\`, or only after \`next()\`.`
            : 'another value is logged as `user_id`.',
        );
      }
    }
  });

  check('lines of several users at once are not mixed up', async (app) => {
    const { posts, lines } = await app.once(crowd);
    for (const { id, user_id, request_id } of posts) {
      const line = lines.find((one) => one.message === 'post created' && one.id === id);
      if (line?.user_id === user_id && line.request_id === request_id) continue;
      fail(
        `Two users created posts at the same time. A line has the user_id ${line?.user_id} and the request_id ${line?.request_id}.`,
        `the user_id ${user_id} and the request_id ${request_id}`,
        'the fields are kept in a variable or in a field of a service, which all requests share.',
      );
    }
  });

  check(
    'no line contains a credential, or what somebody has put into a URL',
    async (app) => {
      const { secrets, output } = await app.once(traffic);
      for (const [what, secret] of Object.entries(secrets)) {
        if (!output.includes(secret)) continue;
        fail(`The log contains ${what}.`, 'no credentials, no paths and no query strings', [
          what.includes('path') || what.includes('query')
            ? 'the line contains the path or the URL, as that of `logResponses` does. Log the route.'
            : 'a header, a body or a whole object is logged.',
        ]);
      }
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('the metrics are only for those who have the token', async (app) => {
    const { closed, unset } = await app.once(doors);
    for (const answer of closed) {
      answer.expect(
        answer.code === 401 || answer.code === 403 || answer.code === 404,
        '401: this is not the token',
        answer.request.headers.Authorization === undefined
          ? 'the route lists `anyone`, and not a middleware that checks METRICS_TOKEN.'
          : 'the comparison accepts more than the whole token: compare `Bearer ` and the token with the whole header.',
      );
    }
    for (const answer of unset) {
      answer.expect(
        answer.code !== 200,
        '401, because the variable METRICS_TOKEN is not set',
        'an unset variable is compared like a token, so an empty one, or the word "undefined", opens the door.',
      );
    }
  });

  check(
    'a program with the token gets the text format of Prometheus',
    async (app) => {
      const { open } = await app.once(doors);
      open
        .status(200, 'the right token is refused.')
        .header('Content-Type', /^text\/plain; version=0\.0\.4|^application\/openmetrics-text/, [
          'the content type is not `registry.contentType`.',
        ])
        .expect(/^# TYPE process_cpu_seconds_total counter$/m.test(open.content), "prom-client's default metrics", [
          'the default metrics are registered with another registry.',
        ]);
    },
    { alreadyTrue: true },
  );

  check('the attack "scrape" is blocked', async (app) => {
    await (await app.once(doors)).attacked();
  });

  check('requests are counted by method, route and status', async (app) => {
    const { counted, before, after } = await app.once(traffic);
    const grown = growth(before, after, 'http_requests_total');
    if (grown.length === 0) {
      fail('The scrape has no http_requests_total.', 'a counter with this name', [
        'there is no `Counter` with the name "http_requests_total".',
        'it is registered with the default registry of prom-client: pass `registers: [registry]`.',
      ]);
    }
    for (const [key, count] of tally(counted.filter(({ expected }) => expected.route !== 'none'))) {
      const [method, route, status] = key.split(' ');
      const found = grown.filter(({ labels }) => labels.method === method && labels.route === route);
      const value = found.filter(({ labels }) => labels.status === status).reduce((sum, one) => sum + one.value, 0);
      if (value === count) continue;
      fail(
        `After ${count === 1 ? 'one request' : `${count} requests`} ${method} ${route} with the status ${status}, http_requests_total has grown by ${value}.`,
        `http_requests_total{method="${method}",route="${route}",status="${status}"} to grow by ${count}`,
        found.length === 0
          ? ['the label `route` is not the pattern of the route.', 'the labels have other names.']
          : found.every(({ labels }) => labels.status === undefined)
            ? 'the label `status` is missing.'
            : value === 0
              ? 'the status is counted before it is known, or another one is. Count in `onResponse`.'
              : 'a request is counted more than once, or only some are.',
      );
    }
    const names = [...new Set(grown.flatMap(({ labels }) => Object.keys(labels)))];
    if (names.length > 3) {
      fail(
        `http_requests_total has the labels ${names.join(', ')}.`,
        'the labels method, route and status',
        'one label too many: its values multiply the number of series, and those of users, addresses or paths grow for ever.',
      );
    }
    const missed = counted.filter(({ expected }) => expected.route === 'none').length;
    const routes = new Set(counted.map(({ expected }) => expected.route));
    const elsewhere = grown.filter(({ labels }) => !routes.has(labels.route!) || labels.route === 'none');
    const found = elsewhere
      .filter(({ labels }) => ['404', '400'].includes(labels.status!))
      .reduce((sum, { value }) => sum + value, 0);
    if (found === missed) return;
    fail(
      `${missed} requests matched no route. In http_requests_total, there are ${found} of them.`,
      `${missed} requests with one label for all paths without a route, such as "none"`,
      'requests without a route are not counted. Attackers cause many of them, and so does a broken link.',
    );
  });

  check('durations are in a histogram, in seconds', async (app) => {
    const { counted, before, after, seconds } = await app.once(traffic);
    const name = 'http_request_duration_seconds';
    const routes = new Set(counted.map(({ expected: { method, route } }) => `${method} ${route}`));
    for (const key of [...routes].filter((one) => !one.endsWith('none'))) {
      const [method, route] = key.split(' ');
      const value = totalOf(growth(before, after, `${name}_count`), { method, route });
      const all = counted.filter(({ expected }) => expected.method === method && expected.route === route).length;
      if (value === all) continue;
      fail(
        `After ${all} requests ${method} ${route}, ${name}_count has grown by ${value}.`,
        `${name}_count{method="${method}",route="${route}"} to grow by ${all}`,
        value === 0
          ? ['there is no `Histogram` with this name and the labels `method` and `route`.', 'nothing calls `observe`.']
          : 'a request is observed more than once, or only some are.',
      );
    }
    const sum = growth(before, after, `${name}_sum`).reduce((total, { value }) => total + value, 0);
    if (!(sum > 0 && sum <= seconds * 1.5 + 1)) {
      fail(
        `The requests took less than ${seconds.toFixed(1)} s together. ${name}_sum has grown by ${sum}.`,
        'a sum in seconds, which is the unit of the name',
        sum === 0 ? 'the value of `observe` is always 0.' : 'milliseconds are observed: divide by 1,000.',
      );
    }
    const bounds = [...new Set(after.filter((one) => one.name === `${name}_bucket`).map(({ labels }) => labels.le!))];
    const finite = bounds.map(Number).filter(Number.isFinite);
    if (bounds.includes('+Inf') && finite.length >= 5 && Math.min(...finite) <= 0.05 && Math.max(...finite) >= 1)
      return;
    fail(
      `The buckets of ${name} have the bounds ${bounds.join(', ')}.`,
      'at least five bounds, from 0.05 s or less to 1 s or more',
      'the bounds are in another unit, or too few: everything between two bounds looks the same.',
    );
  });

  check('requests in flight go up and down again, even if the client disconnects', async (app) => {
    const { rest, during, afterwards } = await app.once(inFlight);
    if (rest === undefined) {
      fail('The scrape has no http_requests_in_flight.', 'a gauge with this name', 'there is no such `Gauge`.');
    }
    if (during !== rest + 3) {
      fail(
        `Three requests were waiting, and http_requests_in_flight went from ${rest} to ${during}.`,
        `${rest + 3}`,
        during === rest
          ? 'it is incremented when a request has ended. Increment it in `onRequest`.'
          : 'it counts something else than requests whose response has not ended.',
      );
    }
    if (afterwards === rest) return;
    fail(
      `Three clients disconnected, and http_requests_in_flight is ${afterwards}. Before them it was ${rest}.`,
      `${rest}`,
      'a request that is aborted is never subtracted. `onResponse` is called for those, too.',
    );
  });

  check('a client cannot create new series', async (app) => {
    const { words, text, methods } = await app.once(flood);
    const word = words.find((one) => text.includes(one));
    if (word !== undefined) {
      const line = text.split('\n').find((one) => one.includes(word))!;
      fail(`A client asked for sixty random paths, and the scrape contains: ${line}`, 'one series for all of them', [
        'a label contains the path. Every path is a series that stays in memory, so a client can fill it.',
      ]);
    }
    const used = new Set(parse(text).flatMap(({ labels }) => (labels.method === undefined ? [] : [labels.method])));
    const missing = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].find((method) => !used.has(method));
    if (used.size > 0 && missing !== undefined) {
      fail(
        `A client sent a request with every method, and no series has the method ${missing}.`,
        `a series for ${missing}: only the methods that the blog doesn't use share one`,
        `${missing} is missing where the known methods are listed.`,
      );
    }
    if (used.size > 0 && used.size <= 10) return;
    fail(
      `A client used ${methods} methods, and the label \`method\` has ${used.size} values: ${[...used].join(', ')}.`,
      'the methods of the blog, and one value for all others',
      used.size === 0
        ? 'there is no label `method`.'
        : 'the label contains whatever method the client has sent. Over HTTP/2, a client can invent any number of them.',
    );
  });
});

step(3, (check) => {
  check('SQL statements are in a histogram, in seconds', async (app) => {
    const { queries, sum, seconds } = await app.once(waits);
    if (queries === undefined || queries < 10) {
      fail(
        `Ten requests read a post. db_query_duration_seconds_count ${queries === undefined ? 'does not exist' : `has grown by ${queries}`}.`,
        'it has grown by at least 10',
        [
          '`observe` in src/observe/waiting.ts does not observe the duration.',
          'nothing subscribes to the channel "trellis:query".',
          'the histogram is not in `registry`.',
        ],
      );
    }
    if (sum > 0 && sum <= seconds) return;
    fail(
      `The statements took less than ${seconds.toFixed(1)} s together. db_query_duration_seconds_sum has grown by ${sum}.`,
      'a sum in seconds',
      'the field `ms` of the event is observed as it is: divide by 1,000.',
    );
  });

  check('the connections of the database: used, idle and waiting', async (app) => {
    const { atRest, whileBusy } = await app.once(waits);
    const states = ['used', 'idle', 'waiting'];
    const missing = states.filter((state) => atRest[state] === undefined);
    if (missing.length > 0) {
      fail(`The scrape has no db_connections{state="${missing[0]}"}.`, 'the states used, idle and waiting', [
        'there is no `Gauge` db_connections with the label `state`.',
        'it is not set before a scrape.',
      ]);
    }
    if (atRest.used !== 0 || atRest.idle !== 1 || atRest.waiting !== 0) {
      fail(
        `Nobody uses the database, and db_connections has ${show(atRest)}.`,
        'used 0, idle 1, waiting 0: SQLite has one connection',
        'the numbers come from somewhere else than `db.connections()`, or from an earlier moment.',
      );
    }
    if (whileBusy.used === 1 && whileBusy.idle === 0 && whileBusy.waiting! >= 1) return;
    fail(
      `Two transactions were under way, of which one waited, and db_connections has ${show(whileBusy)}.`,
      'used 1, idle 0, waiting 1',
      'the gauge is set at startup or when something happens, and not at the moment of the scrape.',
    );
  });

  check('hits and misses of the front page', async (app) => {
    const { hits, misses, reads } = await app.once(waits);
    if (hits === reads - 1 && misses === 1) return;
    fail(
      `After a change, ${reads} requests asked for the front page. cache_requests_total has grown by ${misses ?? 'nothing'} (miss) and ${hits ?? 'nothing'} (hit).`,
      `1 miss and ${reads - 1} hits`,
      hits === undefined && misses === undefined
        ? [
            'there is no `Counter` cache_requests_total with the label `result`.',
            'its values are not "hit" and "miss".',
          ]
        : (misses ?? 0) === 0 || (hits ?? 0) === 0
          ? 'the result is decided before `getOrSet` has called its function, which it only does on a miss.'
          : 'requests are counted that do not use the cache, or some are counted twice.',
    );
  });

  check(
    'hashes that run and that wait',
    async (app) => {
      const { most, end } = await app.once(hashing);
      if (most.running === undefined || most.waiting === undefined) {
        fail('The scrape has no hash_jobs{state="running"} or {state="waiting"}.', 'both states', [
          'there is no `Gauge` hash_jobs with the label `state`.',
        ]);
      }
      if (most.running < 1 || most.waiting < 1) {
        fail(
          `Six users registered at the same time. At most ${most.running} hashes ran, and ${most.waiting} waited.`,
          'at least one that runs and one that waits',
          'the gauge is not set at the moment of the scrape, or the two numbers are swapped.',
        );
      }
      if (end.running === 0 && end.waiting === 0) return;
      fail(
        `Everybody has registered, and hash_jobs has ${show(end)}.`,
        'running 0, waiting 0',
        'the gauge counts hashes that have ended. Read `pool.running` and `pool.waiting`.',
      );
    },
    { deadline: 30_000 },
  );

  check('jobs that succeed and that fail', async (app) => {
    const { failed, ok } = await app.once(announced);
    if (failed === 1 && ok === 2) return;
    fail(
      `The first attempt to announce a post failed, the second succeeded, and so did that for another post. jobs_total has ${failed ?? 'no'} "failed" and ${ok ?? 'no'} "ok".`,
      '1 "failed" and 2 "ok"',
      failed === undefined || ok === undefined
        ? ['there is no `Counter` jobs_total with the label `result`.', 'its values are not "ok" and "failed".']
        : 'an attempt is counted before its result is known, or twice.',
    );
  });
});

step(4, (check) => {
  check('a request continues the trace that it brings', async (app) => {
    const { continued, lines } = await app.once(traces);
    for (const { traceId, request_id, post } of continued) {
      const own = lines.filter((line) => line.request_id === request_id || (post !== undefined && line.id === post));
      const line = own.find(({ trace_id }) => trace_id !== traceId);
      if (own.length > 0 && line === undefined) continue;
      fail(
        `A request brought the trace ${traceId}. The line "${line?.message}" has the trace_id ${JSON.stringify(line?.trace_id)}.`,
        `"trace_id": "${traceId}" in every line of the request`,
        line?.trace_id === undefined
          ? [
              '`traceContext()` is missing in the middlewares.',
              '`traceContext()` comes after the middleware that writes this line.',
            ]
          : 'the field is not the second part of the header, or a new trace begins for every request.',
      );
    }
  });

  check('an invalid traceparent begins a new trace, and reaches no line', async (app) => {
    const { invalid, lines, output } = await app.once(traces);
    const seen = new Set<unknown>();
    for (const { request_id, traceparent } of invalid) {
      const line = requestLines(lines).find((one) => one.request_id === request_id);
      const id = String(line?.trace_id);
      const isNew = /^(?!0+$)[\da-f]{32}$/.test(id) && !traceparent.includes(id) && !seen.has(id);
      seen.add(id);
      if (isNew) continue;
      fail(
        `A request brought the header traceparent: ${traceparent.slice(0, 90)}. Its line has the trace_id ${JSON.stringify(line?.trace_id)}.`,
        'a new trace_id of 32 hexadecimal digits',
        line?.trace_id === undefined
          ? '`traceContext()` is missing in the middlewares.'
          : 'the header is split, and not checked. A client could write what it likes into your log.',
      );
    }
    if (!output.includes('forged')) return;
    fail('A value of the header traceparent is in the log.', 'only valid ids', 'the header is logged as it was sent.');
  });

  check('the trace goes on in the call to another service', async (app) => {
    const { calls } = await app.once(announced);
    for (const { received, sent } of calls) {
      const [version, traceId, parentId, flags] = received.split('-');
      if (traceId === sent.split('-')[1] && version === '00' && flags === '01' && parentId !== sent.split('-')[2])
        continue;
      fail(
        `A request with the traceparent ${sent} published a post. The service that was told about it received ${received || 'no traceparent'}.`,
        `the trace id ${sent.split('-')[1]}, and a parent id of our own`,
        received === ''
          ? '`fetch` is called without `traceHeaders()`.'
          : received === sent
            ? 'the header of the client is sent again as it is. The parent of this call is our program: use `traceHeaders()`.'
            : [
                'the trace is not stored with the job, so the job begins a new one: nothing is left of the request when it runs.',
                '`withTrace` is not called with the stored `traceparent`.',
                'the job runs in the trace of another job.',
              ],
      );
    }
  });

  check('what a job logs has the trace of its request', async (app) => {
    const { calls, lines } = await app.once(announced);
    for (const { sent, post } of calls) {
      const own = lines.filter(({ post_id }) => post_id === post);
      const line = own.find(({ trace_id }) => trace_id !== sent.split('-')[1]);
      if (own.length > 0 && line === undefined) continue;
      fail(
        `A post was published in the trace ${sent.split('-')[1]}. The line "${line?.message}" has the trace_id ${JSON.stringify(line?.trace_id)}.`,
        'the trace_id of the request that has published the post',
        [
          'the job does not run inside of `withTrace`.',
          '`withTrace` is called, but the line is written outside of it.',
          '`traceparent` is not stored with the job.',
        ],
      );
    }
  });
});

step(5, (_check, examine) => {
  examine('the rate is the growth of all counters per second', async (load) => {
    const { requestRate } = await load('observe/questions.ts');
    for (let round = 0; round < 20; round++) {
      const { before, after, total, seconds } = twoScrapes();
      const rate = requestRate(before, after, seconds);
      if (isClose(rate, total / seconds)) continue;
      const value = after.filter(isRequests).reduce((sum, one) => sum + one.value, 0);
      fail(
        `${total} requests in ${seconds} s, and requestRate returned ${rate}.`,
        `${total / seconds}`,
        isClose(rate, total)
          ? 'the growth is not divided by the seconds.'
          : isClose(rate, value / seconds)
            ? 'the counters are used as they are. They count since the start of the program: only their growth belongs to these seconds.'
            : [
                'a counter that has begun at 0 again, after a restart, is subtracted. `increases` handles it.',
                'samples with other names are added, such as the durations.',
                'a series that the first scrape does not have is left out.',
              ],
      );
    }
  });

  examine('the error ratio is the share of statuses from 500', async (load) => {
    const { errorRatio } = await load('observe/questions.ts');
    for (let round = 0; round < 20; round++) {
      const { before, after, total, failed, refused } = twoScrapes();
      const ratio = errorRatio(before, after);
      if (isClose(ratio, failed / total)) continue;
      fail(
        `Of ${total} requests, ${failed} had a status from 500 and ${refused} one from 400, and errorRatio returned ${ratio}.`,
        `${failed / total}`,
        isClose(ratio, (failed + refused) / total)
          ? 'statuses from 400 are counted. They are mistakes of clients, and nobody should be woken up for a wrong password.'
          : isClose(ratio, (failed / total) * 100)
            ? 'the ratio is a percentage. A ratio is between 0 and 1.'
            : 'the counters are used as they are, or only some series are added.',
      );
    }
    const quiet = errorRatio([], []);
    if (quiet === 0) return;
    fail(`Without any request, errorRatio returned ${quiet}.`, '0', 'it divides 0 by 0.');
  });

  examine('a quantile is interpolated within its bucket', async (load) => {
    const { quantile } = await load('observe/questions.ts');
    const onBounds = [
      { buckets: bucketsOf([100, 0, 100]), q: 0.5, expected: bounds[0]!, bound: bounds[1]! },
      { buckets: bucketsOf([50, 50]), q: 1, expected: bounds[1]!, bound: Number.NaN },
    ];
    for (const { buckets, q, expected, bound } of [...onBounds, ...Array.from({ length: 200 }, oneHistogram)]) {
      const value = quantile(q, buckets);
      if (isClose(value, expected)) continue;
      fail(
        `quantile(${q}, ${JSON.stringify(buckets)}) returned ${value}. (JSON has no Infinity, and shows null.)`,
        `${expected}`,
        value === Number.POSITIVE_INFINITY || Number.isNaN(value)
          ? 'the last bucket has no upper bound. If the quantile is in there, return the bound before it.'
          : value === bound
            ? 'the upper bound of the bucket is returned. Interpolate between its two bounds.'
            : [
                'the counts are taken for those of each bucket alone. They are cumulative.',
                'the first bucket begins at 0, and every other one at the bound before it.',
              ],
      );
    }
  });

  examine(
    'no observation has no quantile',
    async (load) => {
      const { quantile } = await load('observe/questions.ts');
      for (const buckets of [[], bucketsOf([0, 0, 0])]) {
        const value = quantile(0.99, buckets);
        if (Number.isNaN(value)) continue;
        fail(`Without any observation, quantile returned ${value}.`, 'NaN', 'the case of no observation is missing.');
      }
      const { slowestRoute } = await load('observe/questions.ts');
      const route = slowestRoute(new Map([['GET /quiet', bucketsOf([0, 0, 0])]]));
      if (route === undefined) return;
      fail(
        `No route had a request, and slowestRoute returned ${JSON.stringify(route)}.`,
        'undefined',
        'routes without a request take part. The percentile of nothing is NaN, and a comparison with it is never true.',
      );
    },
    { alreadyTrue: true },
  );

  examine('the slowest route is the one with the highest 99th percentile', async (load) => {
    const { slowestRoute } = await load('observe/questions.ts');
    for (let round = 0; round < 20; round++) {
      const { histograms, slowest, busiest } = someRoutes();
      const route = slowestRoute(histograms);
      if (route === slowest) continue;
      fail(
        `slowestRoute returned ${route}.`,
        `${slowest}, of whose requests some take seconds`,
        route === busiest
          ? 'the route with the most requests wins. Compare percentiles and not counts or sums.'
          : [
              'the median or the average is compared. Two requests in a hundred hardly change either.',
              'a route without requests takes part, whose percentile is NaN.',
            ],
      );
    }
  });
});

type Line = Record<string, unknown> & { message: string };

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const METRICS_TOKEN = random.word() + random.word();
const authorization = { Authorization: `Bearer ${METRICS_TOKEN}` };
const usual = { METRICS_TOKEN, BCRYPT_COST: '4', DATABASE_URL: 'memory:', LOG_LEVEL: 'info' };

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}

function show(numbers: Record<string, number | undefined>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name} ${value ?? 'missing'}`)
    .join(', ');
}

function parse(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value!.replace('Inf', 'Infinity')) }];
  });
}

/** A scrape; empty if there is none yet. */
async function scraped(app: Session): Promise<Sample[]> {
  return parse((await app.get('/metrics', { headers: authorization })).content);
}

function growth(before: Sample[], after: Sample[], name: string): Sample[] {
  return after
    .filter((one) => one.name === name)
    .map((one) => {
      const start = before.find((other) => other.name === name && keyOf(other) === keyOf(one))?.value ?? 0;
      return { ...one, value: one.value - start };
    });
}

function keyOf({ labels }: Sample): string {
  return JSON.stringify(Object.entries(labels).sort());
}

function totalOf(samples: Sample[], labels: Record<string, string | undefined>): number {
  const fits = (one: Sample) => Object.entries(labels).every(([name, value]) => one.labels[name] === value);
  return samples.filter(fits).reduce((sum, { value }) => sum + value, 0);
}

function numberOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined {
  const fits = (one: Sample) => Object.entries(labels).every(([label, value]) => one.labels[label] === value);
  return samples.find((one) => one.name === name && fits(one))?.value;
}

function statesOf(samples: Sample[], name: string, states: string[]): Record<string, number | undefined> {
  return Object.fromEntries(states.map((state) => [state, numberOf(samples, name, { state })]));
}

async function linesOf(app: Session): Promise<Line[]> {
  return (await app.output()).split('\n').flatMap((line) => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as Line] : [];
    } catch {
      return [];
    }
  });
}

/** The lines of which each request has one. An audit line has a status, too, but no method. */
function requestLines(lines: Line[]): Line[] {
  return lines.filter((line) => line.method !== undefined && line.status !== undefined);
}

/** Asks again until it is true, or for two seconds: a log takes another way than a response. */
async function until<T>(ask: () => Promise<T>, isDone: (value: T) => boolean, milliseconds = 2_000): Promise<T> {
  for (const end = performance.now() + milliseconds; ; await delay(20)) {
    const value = await ask();
    if (isDone(value) || performance.now() > end) return value;
  }
}

async function register(app: Session) {
  const account = { email: random.email(), password: random.sentence(), name: random.word() };
  const { body } = (await app.post('/auth/register', account)).status(201);
  return {
    ...account,
    id: body.user.id as string,
    token: body.token as string,
    bearer: { Authorization: `Bearer ${body.token}` },
  };
}

type Expected = { method: string; route: string; status: number };

/** Requests of every kind, one after the other, with a scrape before and after them. */
async function traffic(main: Session) {
  const app = main.fresh(usual);
  const ada = await register(app);
  const login = await app.post('/auth/session', { email: ada.email, password: ada.password });
  const cookie = (login.headers.get('Set-Cookie') ?? '').split(';')[0]!;
  const key = await app.post('/auth/api-keys', { name: random.word(), scope: 'write' }, { headers: ada.bearer });
  const apiKey = String(key.body.key ?? key.body.api_key);
  const inPath = random.word();
  const inQuery = random.word();
  const before = await scraped(app);
  const started = performance.now();

  const sent: { id: string; what: string; expected: Expected; response: Awaited<ReturnType<Session['get']>> }[] = [];
  const send = async (method: string, path: string, route: string, status: number, body?: unknown, headers = {}) => {
    const id = random.word();
    const response = await app.send(method, path, body, { headers: { ...headers, 'X-Request-Id': id } });
    sent.push({ id, what: `${method} ${path}`, expected: { method, route, status }, response });
    return { id, response };
  };
  await send('GET', '/posts', '/posts', 200);
  await send('HEAD', '/posts', '/posts', 200);
  await send('GET', `/posts/${inPath}`, '/posts/:id', 404);
  await send('GET', `/posts?after=${inQuery}`, '/posts', 200);
  await send('POST', '/posts', '/posts', 401, { title: 'Leeks', content: 'Soup' });
  await send('POST', '/posts', '/posts', 400, {}, ada.bearer);
  // Refused before any handler.
  await send('POST', '/posts', '/posts', 403, {}, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' });
  await send('GET', '/health/live', '/health/live', 200);
  await send('GET', `/${random.word()}`, 'none', 404);
  await send('PATCH', `/${random.word()}/${random.word()}`, 'none', 404);
  await send('GET', '/my-posts', '/my-posts', 401, undefined, { Authorization: `Bearer ${random.word()}` });
  const ways = { 'a bearer token': ada.bearer, 'a session': { Cookie: cookie }, 'an API key': { 'X-API-Key': apiKey } };
  const created: { way: string; id: string; post: string; user_id: string }[] = [];
  for (const [way, headers] of Object.entries(ways)) {
    const { id, response } = await send(
      'POST',
      '/posts',
      '/posts',
      201,
      { title: random.word(), content: '…' },
      headers,
    );
    created.push({ way, id, post: response.body?.id, user_id: ada.id });
  }
  const hostile = await app.get('/health/live', { headers: { 'X-Request-Id': 'x","user_id":"admin' } });
  const left = random.word();
  await leave(app, left, ada.bearer);
  const lines = await until(
    () => linesOf(app),
    (all) => requestLines(all).some(({ request_id }) => request_id === left),
    1_000,
  );
  const seconds = (performance.now() - started) / 1_000;
  const after = await scraped(app);
  const output = await app.output();
  const secrets = {
    'a password': ada.password,
    'an access token': ada.token.split('.')[1]!,
    'a session id': cookie.split('=')[1]!,
    'an API key': apiKey,
    'a word from a path': inPath,
    'a word from a query string': inQuery,
  };
  // The hostile id and the client that left are requests as well.
  const others = [
    { expected: { method: 'GET', route: '/health/live', status: 200 } },
    { expected: { method: 'PUT', route: '/posts/:id', status: 0 } },
  ];
  return {
    sent,
    counted: [...sent, ...others],
    created,
    hostile,
    left,
    before,
    after,
    seconds,
    lines,
    output,
    secrets,
  };
}

/** How many requests each method, route and status had. */
function tally(sent: { expected: Expected }[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { expected } of sent) {
    // Nobody has received the status of a client that left.
    if (expected.status === 0) continue;
    const key = `${expected.method} ${expected.route} ${expected.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts];
}

/** Sends half of a body, and disconnects when the program has begun to read it. */
async function leave(app: Session, id: string, headers: Record<string, string>): Promise<void> {
  const open = await half(app, id, headers);
  open.destroy();
}

async function half(app: Session, id: string, headers: Record<string, string> = {}) {
  const length = { 'Content-Type': 'application/json', 'Content-Length': '1000', 'X-Request-Id': id };
  const open = request(`${await app.url()}/posts/${id}`, { method: 'PUT', headers: { ...headers, ...length } });
  open.on('error', () => {});
  open.write('{"title":"');
  await once(open, 'socket');
  await delay(100);
  return open;
}

/** Two users who create posts at the same time, with slow stores. */
async function crowd(main: Session) {
  const app = main.fresh({ ...usual, TRELLIS_LABORATORY: 'stores' });
  const users = [await register(app), await register(app)];
  const posts = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const user = users[index % 2]!;
      const request_id = random.word();
      const headers = { ...user.bearer, 'X-Request-Id': request_id };
      const body = { title: random.word(), content: random.word() };
      const { body: post } = await app.post('/posts', body, { headers, orders: { seed: index + 1 } });
      return { id: post.id as string, user_id: user.id, request_id };
    }),
  );
  return { posts, lines: await linesOf(app) };
}

async function doors(main: Session) {
  const app = main.fresh(usual);
  const tries = ['', 'Bearer', 'Bearer ', `Bearer ${random.word()}`, METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`];
  // `Digest ` has as many characters as `Bearer `.
  tries.push(`Bearer ${METRICS_TOKEN.slice(0, -1)}`, `Basic ${METRICS_TOKEN}`, `Digest ${METRICS_TOKEN}`);
  const closed = [await app.get('/metrics')];
  for (const Authorization of tries) closed.push(await app.get('/metrics', { headers: { Authorization } }));
  const open = await app.get('/metrics', { headers: authorization });
  const unset = [];
  for (const value of [undefined, '']) {
    const without = main.fresh({ ...usual, METRICS_TOKEN: value });
    for (const Authorization of ['', 'Bearer ', 'Bearer', 'Bearer undefined']) {
      unset.push(await without.get('/metrics', { headers: { Authorization } }));
    }
  }
  return { closed, open, unset, attacked: () => app.attack(scrape) };
}

async function inFlight(main: Session) {
  const app = main.fresh(usual);
  const { bearer } = await register(app);
  const read = async () => numberOf(await scraped(app), 'http_requests_in_flight');
  const rest = await read();
  const open = await Promise.all([1, 2, 3].map(() => half(app, random.word(), bearer)));
  const during = await until(read, (value) => value === rest! + 3, 10_000);
  for (const one of open) one.destroy();
  const afterwards = await until(read, (value) => value === rest, 10_000);
  return { rest, during, afterwards };
}

/** Random paths, and every method that Node reads. */
async function flood(main: Session) {
  const app = main.fresh(usual);
  const words = Array.from({ length: 60 }, () => random.word());
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  const url = await app.url();
  const send = async (method: string, path: string) => {
    const sent = request(url + path, { method }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
  };
  for (const word of words) await send('GET', `/${word}/${word}`);
  for (const method of methods) await send(method, `/${random.word()}`);
  const { content } = await app.get('/metrics', { headers: authorization });
  return { words, text: content, methods: methods.length };
}

/** What the program says about its database and its cache. */
async function waits(main: Session) {
  const app = main.fresh({ ...usual, TRELLIS_LABORATORY: 'stores' });
  const { bearer } = await register(app);
  const { body: post } = await app.post('/posts', { title: random.word(), content: '…' }, { headers: bearer });
  const change = (orders?: { pause: number }) =>
    app.put(`/posts/${post.id}`, { title: random.word(), content: '…', published: true }, { headers: bearer, orders });
  await change();

  const first = await scraped(app);
  const started = performance.now();
  for (let i = 0; i < 10; i++) await app.get(`/posts/${post.id}`);
  const seconds = (performance.now() - started) / 1_000;
  const second = await scraped(app);
  const name = 'db_query_duration_seconds';
  const [queries, sum] = [`${name}_count`, `${name}_sum`].map((part) => {
    const [before, after] = [numberOf(first, part), numberOf(second, part)];
    return after === undefined ? undefined : after - (before ?? 0);
  });

  const states = ['used', 'idle', 'waiting'];
  const atRest = statesOf(second, 'db_connections', states);
  const changes = Promise.all([change({ pause: 150 }), change({ pause: 150 })]);
  const read = async () => statesOf(await scraped(app), 'db_connections', states);
  const whileBusy = await until(read, ({ used, waiting }) => used === 1 && waiting! >= 1, 1_000);
  await changes;

  const reads = 3 + (random.number() % 4);
  const third = await scraped(app);
  await app.get('/posts?limit=3');
  for (let i = 0; i < reads; i++) (await app.get('/posts')).status(200);
  const fourth = await scraped(app);
  const [hits, misses] = ['hit', 'miss'].map((result) => {
    const after = numberOf(fourth, 'cache_requests_total', { result });
    return after === undefined ? undefined : after - (numberOf(third, 'cache_requests_total', { result }) ?? 0);
  });
  return { queries, sum: sum ?? 0, seconds, atRest, whileBusy, hits, misses, reads };
}

async function hashing(main: Session) {
  const app = main.fresh({ ...usual, BCRYPT_COST: '10' });
  const read = async () => statesOf(await scraped(app), 'hash_jobs', ['running', 'waiting']);
  await read();
  const registered = Promise.all(Array.from({ length: 6 }, () => register(app)));
  const done = registered.then(
    () => true,
    () => true,
  );
  const most: Record<string, number | undefined> = {};
  while (!(await Promise.race([done, delay(15, false)]))) {
    for (const [state, value] of Object.entries(await read())) {
      if (value !== undefined) most[state] = Math.max(most[state] ?? 0, value);
    }
  }
  await registered;
  return { most, end: await read() };
}

/** A service that is told about new posts, and that fails the first time. */
async function announced(main: Session) {
  const received: { traceparent: string; post_id: string }[] = [];
  const service = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    received.push({ traceparent: String(incoming.headers.traceparent ?? ''), post_id: JSON.parse(body).post_id });
    outgoing.writeHead(received.length === 1 ? 500 : 204).end();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  try {
    const ANNOUNCE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/posts`;
    const app = main.fresh({ ...usual, ANNOUNCE_URL });
    const { bearer } = await register(app);
    const published: { sent: string; post: string }[] = [];
    for (let count = 1; count <= 2; count++) {
      const { body: post } = await app.post('/posts', { title: random.word(), content: '…' }, { headers: bearer });
      const sent = `00-${hex(32)}-${hex(16)}-01`;
      const headers = { ...bearer, traceparent: sent };
      (await app.put(`/posts/${post.id}`, { title: 'Leeks', content: '…', published: true }, { headers })).status(200);
      published.push({ sent, post: post.id });
      await until(
        async () => received.length,
        (length) => length >= count,
        5_000,
      );
    }
    await until(
      () => linesOf(app),
      (lines) => lines.some(({ message }) => message === 'announcing a post failed'),
    );
    await app.advance({ seconds: 5 });
    await until(
      async () => received.length,
      (length) => length >= 3,
      5_000,
    );
    const done = (lines: Line[]) => lines.filter(({ message }) => message === 'post announced').length === 2;
    const lines = await until(() => linesOf(app), done);
    const samples = await scraped(app);
    const [failed, ok] = ['failed', 'ok'].map((result) => numberOf(samples, 'jobs_total', { result }));
    const calls = published.flatMap(({ sent, post }) =>
      received
        .filter(({ post_id }) => post_id === post)
        .map(({ traceparent }) => ({ sent, post, received: traceparent })),
    );
    return { calls, lines, failed, ok };
  } finally {
    service.close();
    service.closeAllConnections();
  }
}

function hex(digits: number): string {
  let text = '';
  while (text.length < digits) text += random.word().slice(1);
  // Zeros alone would be invalid.
  return `${text.slice(0, digits - 1)}1`;
}

async function traces(main: Session) {
  const app = main.fresh(usual);
  const { bearer } = await register(app);
  const continued: { traceId: string; request_id: string; post?: string }[] = [];
  for (const version of ['00', '00', 'cc']) {
    const [traceId, request_id] = [hex(32), random.word()];
    const headers = { ...bearer, traceparent: `${version}-${traceId}-${hex(16)}-01`, 'X-Request-Id': request_id };
    const { body } = await app.post('/posts', { title: random.word(), content: '…' }, { headers });
    continued.push({ traceId, request_id, post: body.id });
  }
  const lost = random.word();
  const traceId = hex(32);
  await app.get(`/${random.word()}`, { headers: { traceparent: `00-${traceId}-${hex(16)}-00`, 'X-Request-Id': lost } });
  continued.push({ traceId, request_id: lost });

  const [id, parent] = [hex(32), hex(16)];
  const headers = [
    '',
    'forged',
    `00-${id}-${parent}`,
    `00-${id.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `ff-${id}-${parent}-01`,
    `00-${id}-${parent}-01-more`,
    `00-${id.slice(1)}-${parent}-01`,
    `00-forged","user_id":"admin-${parent}-01`,
    `00-${'f0'.repeat(2_000)}-${parent}-01`,
  ];
  const invalid: { request_id: string; traceparent: string }[] = [];
  for (const traceparent of headers) {
    const request_id = random.word();
    await app.get('/health/live', { headers: { traceparent, 'X-Request-Id': request_id } });
    invalid.push({ request_id, traceparent });
  }
  const last = invalid.at(-1)!.request_id;
  const lines = await until(
    () => linesOf(app),
    (all) => requestLines(all).some(({ request_id }) => request_id === last),
    1_000,
  );
  return { continued, invalid, lines, output: await app.output() };
}

function isRequests({ name }: Sample): boolean {
  return name === 'http_requests_total';
}

function isClose(value: unknown, expected: number): boolean {
  return typeof value === 'number' && Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
}

/** Two scrapes of a program that has served some requests, and perhaps restarted in between. */
function twoScrapes() {
  const seconds = 5 + (random.number() % 60);
  const before: Sample[] = [];
  const after: Sample[] = [];
  let [total, failed, refused] = [0, 0, 0];
  for (const status of [200, 201, 404, 429, 500, 503]) {
    for (const route of ['/posts', '/posts/:id', 'none']) {
      const labels = { method: 'GET', route, status: String(status) };
      const start = random.number() % 900;
      const grown = 1 + (random.number() % 300);
      const kind = random.number() % 3;
      // A series that is new, one that was reset by a restart, and one that has grown.
      if (kind !== 0) before.push({ name: 'http_requests_total', labels, value: kind === 1 ? start + 1_000 : start });
      after.push({ name: 'http_requests_total', labels, value: kind === 2 ? start + grown : grown });
      total += grown;
      if (status >= 500) failed += grown;
      else if (status >= 400) refused += grown;
    }
  }
  const count = {
    name: 'http_request_duration_seconds_count',
    labels: { method: 'GET', route: '/posts' },
    value: 5_000,
  };
  return { before, after: [...after, count], total, failed, refused, seconds };
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Cumulative buckets of these counts. The rest of the bounds have no further observation. */
function bucketsOf(counts: number[]) {
  let total = 0;
  return [...bounds, Number.POSITIVE_INFINITY].map((le, index) => {
    total += counts[index] ?? 0;
    return { le, count: total };
  });
}

function oneHistogram() {
  const counts = [...bounds, 0].map(() => random.number() % 50);
  const kind = random.number() % 5;
  if (kind === 0) counts[counts.length - 1] = 1_000;
  // Most requests are in the first bucket, as they are on a good day.
  if (kind === 1) counts[0] = 10_000;
  const buckets = bucketsOf(counts.map((count) => count + 1));
  const q = [0.5, 0.9, 0.95, 0.99, 0.999][random.number() % 5]!;
  const rank = q * buckets.at(-1)!.count;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const [bucket, below] = [buckets[index]!, buckets[index - 1] ?? { le: 0, count: 0 }];
  const share = (rank - below.count) / (bucket.count - below.count);
  const expected = bucket.le === Number.POSITIVE_INFINITY ? below.le : below.le + (bucket.le - below.le) * share;
  return { buckets, q, expected, bound: bucket.le };
}

/** Routes of which one is fast but for two requests in a hundred, one is busy, one is steady, and one had no request. */
function someRoutes() {
  const names = Array.from({ length: 4 }, () => `GET /${random.word()}`);
  const [slowest, busiest, steady, quiet] = names as [string, string, string, string];
  const histograms = new Map([
    [quiet, bucketsOf([])],
    [busiest, bucketsOf([9_000, 900])],
    [slowest, bucketsOf([96, 0, 0, 0, 0, 0, 0, 0, 4])],
    [steady, bucketsOf([0, 0, 0, 0, 0, 200])],
  ]);
  const shuffled = [...histograms].sort(() => (random.number() % 2 === 0 ? 1 : -1));
  return { histograms: new Map(shuffled), slowest, busiest };
}
