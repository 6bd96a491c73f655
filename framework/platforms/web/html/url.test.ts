import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyAttributes } from '../../../fixtures/markup.ts';
import { type Html, html, raw } from './html.ts';

const unsafeUrls = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  '  javascript:alert(1)',
  '\u0001\u001fjavascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript\n:alert(1)',
  'javascript\t:alert(1)',
  'java\u0000script:alert(1)',
  '\u00a0javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'blob:https://example.com/1',
  'filesystem:https://example.com/1',
  'livescript:alert(1)',
  ':javascript:alert(1)',
  'unknown:thing',
];

const safeUrls = [
  '/posts/1',
  'posts/1',
  './a',
  '../a',
  '?page=2',
  '#top',
  '',
  'https://example.com/a?b=c&d=e#f',
  'HTTP://example.com',
  '//example.com/a',
  'mailto:ada@example.com?subject=a',
  'tel:+123',
  '/a?next=javascript:alert(1)',
  '#javascript:alert(1)',
  '/javascript:alert(1)',
  'a b/ü',
  'javascript%3Aalert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
];

const links: ((url: string) => Html)[] = [
  (url) => html`<a href="${url}">`,
  (url) => html`<a href='${url}'>`,
  (url) => html`<A HREF = "${url}">`,
  (url) => html`<img src="${url}">`,
  (url) => html`<form action="${url}">`,
  (url) => html`<button formaction="${url}">`,
  (url) => html`<video poster="${url}">`,
  (url) => html`<blockquote cite="${url}">`,
  (url) => html`<a xlink:href="${url}">`,
  (url) => html`<img srcset="${url}">`,
  (url) => html`<a ping="${url}">`,
  (url) => html`<animate attributeName="href" to="${url}">`,
  (url) => html`<animate attributeName="href" values="${url}">`,
];

test('an address that could run a script is replaced', () => {
  for (const link of links) {
    for (const url of unsafeUrls) {
      const values = Object.values(onlyAttributes(`${link(url)}`));
      assert.equal(values.at(-1), 'about:blank#blocked', `${link(url)}`);
    }
  }
});

test('any other address is left as it is', () => {
  for (const link of links.slice(0, 9)) {
    for (const url of safeUrls) assert.equal(Object.values(onlyAttributes(`${link(url)}`)).at(-1), url);
  }
  assert.deepEqual(onlyAttributes(`${html`<img srcset="${'/a.png 1x, https://example.com/b.png 2x'}">`}`), {
    srcset: '/a.png 1x, https://example.com/b.png 2x',
  });
});

test('the text around a value counts: together they must not become a script', () => {
  const scheme = 'javascript';
  assert.equal(`${html`<a href="${scheme}:alert(1)">`}`, '<a href="about:blank#blocked:alert(1)">');
  assert.equal(`${html`<a href="java${'script:alert(1)'}">`}`, '<a href="javaabout:blank#blocked">');
  assert.equal(`${html`<a href="${scheme}:${'alert(1)'}">`}`, '<a href="about:blank#blocked:alert(1)">');
  assert.equal(`${html`<a href="${'https'}://example.com/${'a:b'}">`}`, '<a href="https://example.com/a:b">');
  assert.equal(`${html`<a href="${'/base'}/posts/${'javascript:1'}">`}`, '<a href="/base/posts/javascript:1">');
  assert.throws(
    () => html`<a href="${'java'}${'script:alert(1)'}">`,
    /two values decide about this href\. Join them into one/,
  );
  assert.throws(() => html`<a href=" ${'java'}-${'script:alert(1)'}">`, /Join them into one/);
});

test('the template may name any scheme but those that run scripts', () => {
  assert.equal(`${html`<a href="vscode://file/${'a:1'}">`}`, '<a href="vscode://file/a:1">');
  assert.equal(`${html`<img src="data:image/png;base64,${'AAAA'}">`}`, '<img src="data:image/png;base64,AAAA">');
  for (const broken of [
    () => html`<a href="javascript:go('${1}')">`,
    () => html`<a href=" JAVA	SCRIPT:${1}">`,
    () => html`<a href="vbscript:${1}">`,
    () => html`<iframe src="data:text/html,${1}">`,
    () => html`<iframe src="data:image/svg+xml,${1}">`,
    () => html`<iframe src="data:image/${1}">`,
  ]) {
    assert.throws(broken, /the browser runs what follows .* Put the value into an attribute of its own/s);
  }
});

test('what loads code loads it from here, unless the template names the place', () => {
  const loaders: ((url: string) => Html)[] = [
    (url) => html`<script src="${url}"></script>`,
    (url) => html`<iframe src="${url}">`,
    (url) => html`<object data="${url}">`,
    (url) => html`<embed src="${url}">`,
    (url) => html`<base href="${url}">`,
    (url) => html`<use href="${url}">`,
  ];
  const elsewhere = [
    'https://evil.example/x.js',
    '//evil.example/x.js',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
  ];
  for (const load of loaders) {
    for (const url of [...unsafeUrls, ...elsewhere]) {
      assert.equal(Object.values(onlyAttributes(`${load(url)}`))[0], 'about:blank#blocked', url);
    }
    for (const url of ['/assets/app.js', 'app.js?v=1', '#part']) {
      assert.equal(Object.values(onlyAttributes(`${load(url)}`))[0], url);
    }
  }
  const rest = '/evil.example/x.js';
  assert.match(`${html`<script src="/${rest}"></script>`}`, /src="\/about:blank#blocked"/);
  assert.match(`${html`<script src="/${''}/x.js"></script>`}`, /src="\/about:blank#blocked\/x\.js"/);
  assert.match(`${html`<script src="https://${'evil.example'}/x.js"></script>`}`, /blocked/);
  assert.match(
    `${html`<script src="/assets/${rest}?v=${1}"></script>`}`,
    /src="\/assets\/\/evil\.example\/x\.js\?v=1"/,
  );
  assert.match(`${html`<script src="https://cdn.example/${'x.js'}"></script>`}`, /src="https:\/\/cdn\.example\/x\.js"/);
  assert.throws(() => html`<script src="${''}/${'/evil.example'}"></script>`, /Join them into one/);
});

test('an address that the author vouches for goes through, one that was only nested does not', () => {
  assert.equal(`${html`<a href="${raw('javascript:void(0)')}">`}`, '<a href="javascript:void(0)">');
  assert.throws(() => html`<a href="${html`${'javascript:alert(1)'}`}">`, /a template inside an attribute/);
});
