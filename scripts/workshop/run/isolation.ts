import { randomBytes } from 'node:crypto';

/** Variables that keep checks independent of the environment: a new secret, and stores in memory. */
export function isolation(): Record<string, string> {
  const secret = randomBytes(24).toString('hex');
  return { JWT_SECRET: secret, DATABASE_URL: 'memory:', REDIS_URL: '', LOG_LEVEL: 'info', NODE_ENV: 'test' };
}
