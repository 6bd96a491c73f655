import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorLink } from './editor.ts';

test('a link opens the editor that TRELLIS_EDITOR names, and VS Code by default', (t) => {
  const before = process.env.TRELLIS_EDITOR;
  t.after(() => {
    if (before === undefined) delete process.env.TRELLIS_EDITOR;
    else process.env.TRELLIS_EDITOR = before;
  });
  const hrefFor = (editor: string | undefined) => {
    if (editor === undefined) delete process.env.TRELLIS_EDITOR;
    else process.env.TRELLIS_EDITOR = editor;
    return /href="([^"]+)"/.exec(editorLink('/my course/src/main.ts', 'main.ts').toString())?.[1];
  };
  assert.equal(hrefFor(undefined), 'vscode://file/my%20course/src/main.ts:1');
  assert.equal(hrefFor('nonsense'), 'vscode://file/my%20course/src/main.ts:1');
  assert.equal(hrefFor('zed'), 'zed://file/my%20course/src/main.ts:1');
  assert.equal(hrefFor('jetbrains'), 'idea://open?file=my%20course/src/main.ts&amp;line=1');
});
