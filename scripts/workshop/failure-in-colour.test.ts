import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

describe('a failure on a terminal', () => {
  it('has a red headline, and no escape sequence that a response contained', () => {
    const code = `
      import { renderFailureInColour } from ${JSON.stringify(new URL('failure-in-colour.ts', import.meta.url).href)};
      console.log(renderFailureInColour({ problem: 'No \\u001b[2J bread', expected: 'bread' }));`;
    const options = { env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined }, encoding: 'utf8' } as const;
    const text = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], options);
    assert.equal(text, '\u001b[31mNo \\u001b[2J bread\u001b[39m\n\n  expected  bread\n');
  });
});
