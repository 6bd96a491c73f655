import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type AppOptions, createApp, type Module } from 'trellis';
import { type Client, start } from 'trellis/testing';

/** Starts an application for a test. On PostgreSQL, it gets an empty schema of its own, which `stop` drops. */
export async function startAlone(root: Module, options: AppOptions = {}): Promise<Client> {
  const server = process.env.DATABASE_URL ?? '';
  if (!server.startsWith('postgres')) return start(root, options);
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.searchParams.set('search_path', schema);
  process.env.DATABASE_URL = url.href;
  // For a module, `start` does this itself. Without it, every `stop` would wait for a second.
  const app = createApp(root, { ...options, limits: { ...options.limits, drain: 0 } });
  process.env.DATABASE_URL = server;

  const connection = new pg.Client(server);
  await connection.connect();
  // The name of a schema can't be a parameter. This one contains only letters, digits and an underscore.
  await connection.query(`create schema ${schema}`);
  const drop = async () => {
    await connection.query(`drop schema ${schema} cascade`);
    await connection.end();
  };
  try {
    const client = await start(app);
    return { ...client, stop: () => client.stop().finally(drop) };
  } catch (error) {
    await drop();
    throw error;
  }
}
