import assert from 'node:assert/strict';
import { chmodSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { testFolder } from '../workshop/test-folder.fixture.ts';
import { keyFile, SiteKey } from './site-key.ts';

const withoutModes = process.platform === 'win32' && 'Windows has no file modes';

describe('the key of the site', () => {
  let folder: string;
  let remove: () => void;
  beforeEach(() => {
    ({ path: folder, remove } = testFolder());
  });
  afterEach(() => remove());

  const keyIn = (address: string) => new URL(address).searchParams.get('key') ?? '';
  const made = () => keyIn(new SiteKey(folder).addressOf('http://localhost:4000'));

  test('it is random, and the same after a restart', () => {
    const key = made();
    assert.match(key, /^[0-9a-f]{32}$/);
    assert.equal(made(), key);
    assert.notEqual(keyIn(new SiteKey(join(folder, 'other')).addressOf('http://localhost:4000')), key);
  });

  test('nobody else can read its file', { skip: withoutModes }, () => {
    made();
    assert.equal(statSync(keyFile(folder)).mode & 0o777, 0o600);
  });

  const spoilt: Record<string, (file: string, key: string) => void> = {
    'that others could read': (file) => chmodSync(file, 0o640),
    'in a file that is a link': (file, key) => {
      writeFileSync(`${file}.target`, key, { mode: 0o600 });
      rmSync(file);
      symlinkSync(`${file}.target`, file);
    },
    'that was cut off': (file, key) => writeFileSync(file, key.slice(0, 5)),
    'older than a day': (file) => utimesSync(file, yesterday(), yesterday()),
  };
  for (const [what, spoil] of Object.entries(spoilt)) {
    test(`a key ${what} is replaced`, { skip: withoutModes }, () => {
      const key = made();
      spoil(keyFile(folder), key);
      const next = made();
      assert.notEqual(next, key);
      assert.equal(made(), next, 'and the new one is kept');
      assert.equal(statSync(keyFile(folder)).mode & 0o777, 0o600);
    });
  }

  test('without a folder to keep it in, there is a key all the same', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    assert.match(keyIn(new SiteKey(file).addressOf('http://localhost:4000')), /^[0-9a-f]{32}$/);
  });

  test('it accepts itself only, and its cookies differ from port to port', () => {
    const key = new SiteKey(folder);
    const own = made();
    assert.equal(key.accepts(own), true);
    for (const other of ['', own.slice(1), `${own}0`, own.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]) {
      assert.equal(key.accepts(other), false, other);
    }
    assert.notEqual(key.cookieFor(4000), key.cookieFor(4001));
    assert.ok(!key.cookieFor(4000).includes(own), 'a cookie does not contain the key');
  });
});

function yesterday(): Date {
  return new Date(Date.now() - 25 * 3_600_000);
}
