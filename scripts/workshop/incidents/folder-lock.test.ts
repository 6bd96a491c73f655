import assert from 'node:assert/strict';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { testFolder } from '../test-folder.fixture.ts';
import { FolderLock } from './folder-lock.ts';

describe('the folder of an incident', () => {
  let folder: ReturnType<typeof testFolder>;
  const file = () => join(folder.path, 'running.json');

  beforeEach(() => {
    folder = testFolder();
  });
  afterEach(() => folder.remove());

  it('belongs to one terminal at a time', () => {
    const lock = FolderLock.take(folder.path);
    assert.throws(() => FolderLock.take(folder.path), new RegExp(`another terminal \\(process ${process.pid}\\)`));
    assert.ok(existsSync(file()), 'the one that was refused takes nothing away');
    lock.release();
    FolderLock.take(folder.path).release();
    assert.ok(!existsSync(file()));
  });

  it('is free if its process was killed, or if the id is from before a restart of the machine', () => {
    const old = new Date(Date.now() - 60_000);
    // No system has a process with this number.
    writeFileSync(file(), '{"pid":2147483646}');
    FolderLock.take(folder.path).release();
    writeFileSync(file(), `{"pid":${process.pid}}`);
    utimesSync(file(), old, old);
    FolderLock.take(folder.path).release();
    writeFileSync(file(), 'no JSON');
    FolderLock.take(folder.path).release();
  });
});
