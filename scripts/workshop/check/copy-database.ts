import { copyFile, rm } from 'node:fs/promises';

/** Copies the database file of a running program. What is still in the journal beside it becomes part of the copy. */
export async function copyDatabase(file: string, copy: string): Promise<void> {
  await rm(`${copy}.journal`, { force: true });
  await copyFile(file, copy);
  const hasJournal = await copyFile(`${file}.journal`, `${copy}.journal`).then(
    () => true,
    () => false,
  );
  if (!hasJournal) return;
  // Loaded here, because only the chapters with a database need it.
  const { openDatabase } = await import('../../../framework/drivers/database-driver.ts');
  await (await openDatabase(`file:${copy}`)).onStop();
}
