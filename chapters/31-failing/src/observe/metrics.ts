import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that this process measures. */
export const registry = new Registry();
const registers = [registry];

export const requests = new Counter({
  name: 'http_requests_total',
  help: 'Requests whose response has ended.',
  labelNames: ['method', 'route', 'status'],
  registers,
});

export const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'From the arrival of a request to the end of its response.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const inFlight = new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests whose response has not ended.',
  registers,
});

export const queries = new Histogram({
  name: 'db_query_duration_seconds',
  help: 'SQL statements, with the time that they wait for a connection.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

export const connections = new Gauge({
  name: 'db_connections',
  help: 'Connections to the database that are used and idle, and callers that wait for one.',
  labelNames: ['state'],
  registers,
});

export const hashes = new Gauge({
  name: 'hash_jobs',
  help: 'Passwords that are being hashed, and those that wait for a thread.',
  labelNames: ['state'],
  registers,
});

export const cacheRequests = new Counter({
  name: 'cache_requests_total',
  help: 'Requests for the front page, by whether the cache had it.',
  labelNames: ['result'],
  registers,
});

export const jobs = new Counter({
  name: 'jobs_total',
  help: 'Attempts to announce a post.',
  labelNames: ['result'],
  registers,
});

export const outgoing = new Histogram({
  name: 'outgoing_request_duration_seconds',
  help: 'Requests to other services.',
  labelNames: ['service'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const searchConnections = new Gauge({
  name: 'search_connections',
  help: 'Connections to the search service that are used and idle, and callers that wait for one.',
  labelNames: ['state'],
  registers,
});

export const locks = new Gauge({
  name: 'locks',
  help: 'Locks that somebody holds, and callers that wait for one.',
  labelNames: ['state'],
  registers,
});
