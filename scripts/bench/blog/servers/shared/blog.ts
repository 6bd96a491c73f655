import { Auth } from './auth.ts';
import { openKeyValue } from './key-value.ts';
import { Posts } from './posts.ts';
import { createTables } from './schema.ts';
import { seed } from './seed.ts';
import { openStore } from './store.ts';

/** Everything about the blog that isn't the framework's business. All peers use this module, so only the framework differs. */
export async function openBlog(): Promise<{ posts: Posts; auth: Auth }> {
  const url = process.env.DATABASE_URL ?? 'memory:';
  const store = await openStore(url);
  const keyValue = await openKeyValue(process.env.REDIS_URL);
  await createTables(store);
  // On PostgreSQL, the data is there already.
  if (url === 'memory:') await seed(store, keyValue, [process.env.BENCH_SERVER ?? '']);
  return { posts: new Posts(store), auth: new Auth(store, keyValue) };
}

export const port = Number(process.env.PORT);

/** Announces the end of the first version of the API, on the routes that read posts. */
export const DEPRECATION = {
  Deprecation: `@${Date.parse('2026-07-01T00:00:00Z') / 1000}`,
  Sunset: new Date('2027-07-01T00:00:00Z').toUTCString(),
};

/** The same security headers as the blog of chapter 18, as options of helmet. */
export const SECURITY_HEADERS = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  originAgentCluster: false,
  referrerPolicy: { policy: 'no-referrer' as const },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** No other origin may read responses, which is the default of the blog too. */
export const CORS = { origin: [] as string[] };

export const MOST_BYTES = 64 * 1024;
