import { databaseSuite } from './database.suite.ts';
import { SqljsDatabase } from './sqljs-database.ts';

databaseSuite('sql.js in memory', async () => {
  const db = new SqljsDatabase('memory:');
  await db.onStart();
  return { db, close: () => db.onStop() };
});
