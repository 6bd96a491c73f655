import type { Cause } from '../incidents/incident.ts';
import { framesShow, heapShows, metricShows } from '../incidents/shown.ts';

/** Explanations that are always possible, and wrong in most drills. */
export const other = {
  eventLoop: {
    claim: 'Something computes for so long that everybody else has to wait.',
    wouldShow: 'the lag of the event loop would rise, and one function of the blog would be near the top of a profile.',
    shows: metricShows('event loop lag, p99', 'the lag of the event loop, in seconds,'),
  },
  transactions: {
    claim: 'Transactions hold the connection to the database, and everybody waits for it.',
    wouldShow: 'db_connections{state="waiting"} would be above 0 most of the time.',
    shows: metricShows('callers that wait for a connection', 'the number of callers that wait'),
  },
  visitors: {
    claim: 'There are many more readers than usual.',
    wouldShow: 'the number of requests per second would be several times that of an ordinary day, on all routes.',
    shows: metricShows('requests per second', 'the number of requests per second'),
  },
  heap: {
    claim: 'The heap is nearly full, and the garbage collector takes most of the time.',
    wouldShow: 'the heap would have hundreds of megabytes, and a profile would show (garbage collector) near its top.',
    shows: metricShows('heap', 'the heap, in megabytes,'),
  },
  tokens: {
    claim: 'Checking the tokens of the readers takes most of the processor.',
    wouldShow: 'a profile would show `verify`, or the functions of node:crypto, near its top.',
    shows: framesShow(/verify|node:crypto/, 'verifying tokens'),
  },
  hashes: {
    claim: 'All threads that hash passwords are busy, so that others wait for them.',
    wouldShow: 'hash_jobs{state="waiting"} would be above 0.',
    shows: metricShows('hashes that wait for a thread', 'the number of hashes that wait'),
  },
  services: {
    claim: 'A service of another team has become slow, and we can only wait for it.',
    wouldShow: 'requests to other services would take long, whatever we send.',
    shows: metricShows('p95 of requests to other services', 'the p95 of requests to other services, in seconds,'),
  },
  errors: {
    claim: 'Requests fail and are sent again by the browsers.',
    wouldShow: 'the share of requests that fail would be high.',
    shows: metricShows('share of requests that fail', 'the share of requests that fail, in percent,'),
  },
  responses: {
    claim: 'Responses that have ended are kept in memory, with their requests and sockets.',
    wouldShow:
      'ServerResponse, IncomingMessage and Socket would be among the kinds that are added between two heap snapshots.',
    shows: heapShows(/ServerResponse|IncomingMessage|Socket/, 'what such objects take'),
  },
} as const satisfies Record<string, Cause>;
