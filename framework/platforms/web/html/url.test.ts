import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyAttributes, readMarkup } from '../../../fixtures/markup.ts';
import { type Html, html, raw } from './html.ts';
import { foreignUrls, links, loaders, openServers, safeUrls, unsafeUrls } from './url.cases.ts';

test('a URL that could run a script is replaced', () => {
  for (const link of links) {
    for (const url of unsafeUrls) {
      const values = Object.values(onlyAttributes(`${link(url)}`));
      assert.equal(values.at(-1), 'about:blank#blocked', `${link(url)}`);
    }
  }
});

test('any other URL stays as it is', () => {
  for (const link of links.slice(0, 9)) {
    for (const url of safeUrls) assert.equal(Object.values(onlyAttributes(`${link(url)}`)).at(-1), url);
  }
  assert.deepEqual(onlyAttributes(`${html`<img srcset="${'/a.png 1x, https://example.com/b.png 2x'}">`}`), {
    srcset: '/a.png 1x, https://example.com/b.png 2x',
  });
});

test('a value cannot form a script together with its surroundings', () => {
  const scheme = 'javascript';
  assert.equal(`${html`<a href="${scheme}:alert(1)">`}`, '<a href="about:blank#blocked:alert(1)">');
  assert.equal(`${html`<a href="java${'script:alert(1)'}">`}`, '<a href="javaabout:blank#blocked">');
  assert.equal(`${html`<a href="${scheme}:${'alert(1)'}">`}`, '<a href="about:blank#blocked:alert(1)">');
  assert.equal(`${html`<a href="${'https'}://example.com/${'a:b'}">`}`, '<a href="https://example.com/a:b">');
  assert.equal(`${html`<a href="${'/base'}/posts/${'javascript:1'}">`}`, '<a href="/base/posts/javascript:1">');
  assert.throws(
    () => html`<a href="${'java'}${'script:alert(1)'}">`,
    /two values together form the start of this href\. Join them into one value/,
  );
  assert.throws(() => html`<a href=" ${'java'}-${'script:alert(1)'}">`, /Join them into one/);
});

test('the template may use any scheme that cannot run scripts', () => {
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
    assert.throws(broken, /the browser runs everything after .* as code\. Put the value into an attribute of its own/s);
  }
});

test('code and styles are loaded from our own server, unless the template names another one', () => {
  for (const load of loaders) {
    for (const url of [...unsafeUrls, ...foreignUrls('evil.example')]) {
      assert.equal(urlIn(load(url)), 'about:blank#blocked', `${load(url)}`);
    }
    for (const url of ['/assets/app.js', 'app.js?v=1', '#part']) assert.equal(urlIn(load(url)), url);
  }
  const rest = '/evil.example/x.js';
  assert.match(`${html`<script src="/${''}/x.js"></script>`}`, /src="\/about:blank#blocked\/x\.js"/);
  assert.match(`${html`<script src="https://${'evil.example'}/x.js"></script>`}`, /blocked/);
  assert.match(
    `${html`<script src="/assets/${rest}?v=${1}"></script>`}`,
    /src="\/assets\/\/evil\.example\/x\.js\?v=1"/,
  );
  assert.match(`${html`<script src="https://cdn.example/${'x.js'}"></script>`}`, /src="https:\/\/cdn\.example\/x\.js"/);
  assert.match(`${html`<script src=" https://cdn.example/${'x.js'}"></script>`}`, /cdn\.example\/x\.js"/);
  assert.throws(() => html`<script src="${''}/${'/evil.example'}"></script>`, /Join them into one/);
});

test('a template that leaves the server open gets only values that stay on our own', () => {
  for (const open of openServers) {
    for (const rest of ['/evil.example/x.js', '\\evil.example/x.js', '\t/evil.example/x.js']) {
      assert.match(`${open(rest)}`, /about:blank#blocked/, `${open(rest)}`);
    }
    assert.match(`${open('assets/app.js')}`, /assets\/app\.js/);
  }
});

test('a link whose relation loads nothing may name another server', () => {
  for (const link of [
    (url: string) => html`<link rel="canonical" href="${url}">`,
    (url: string) => html`<link rel=canonical href="${url}">`,
    (url: string) => html`<link rel='ALTERNATE' type="application/rss+xml" href="${url}">`,
  ]) {
    assert.equal(urlIn(link('https://example.com/posts/1')), 'https://example.com/posts/1');
    assert.equal(urlIn(link('javascript:alert(1)')), 'about:blank#blocked');
  }
});

test('the first rel of a link counts, and it has to come before a URL that a value begins', () => {
  assert.equal(urlIn(html`<link rel="stylesheet" rel="canonical" href="${'//evil.example'}">`), 'about:blank#blocked');
  const late = /what the browser does with this URL depends on rel\. Write rel="…" before href\./;
  assert.throws(() => html`<link href="${'/a.css'}" rel="stylesheet">`, late);
  assert.throws(() => html`<link href="/${'a.css'}" rel="stylesheet">`, late);
  assert.equal(
    `${html`<link href="/assets/${'a'}.css" rel="stylesheet">`}`,
    '<link href="/assets/a.css" rel="stylesheet">',
  );
  // The rel of another tag says nothing about this one.
  assert.throws(() => html`<a rel="canonical">x</a><link href="${'/a.css'}">`, late);
});

test('character references in the template are read as the browser reads them', () => {
  assert.throws(() => html`<a href="javascript&colon;${1}">`, /runs everything after javascript: as code/);
  assert.throws(() => html`<a href="&#106;ava&Tab;script&#x3A;${1}">`, /runs everything after java\tscript: as code/);
  assert.match(`${html`<a href="${'javascript'}&#58;alert(1)">`}`, /about:blank#blocked/);
  assert.match(`${html`<a href="&#106;${'avascript:alert(1)'}">`}`, /about:blank#blocked/);
  assert.equal(`${html`<a href="?a=1&amp;b=${'x:y'}">`}`, '<a href="?a=1&amp;b=x:y">');
  assert.equal(`${html`<a href="${'/list?a=1'}&amp;page=2">`}`, '<a href="/list?a=1&amp;page=2">');
  for (const broken of [
    () => html`<a href="javascript&#5${'8;alert(1)'}">`,
    () => html`<a href="javascript&${'colon;alert(1)'}">`,
    () => html`<script src="&#4${'7;/evil.example'}"></script>`,
    () => html`<script src="&#x2f${'/evil.example'}"></script>`,
  ]) {
    assert.throws(broken, /the value would continue &.*\. Write the character itself, or end it with ";"\./);
  }
});

test('a raw URL is trusted, a nested template is not', () => {
  assert.equal(`${html`<a href="${raw('javascript:void(0)')}">`}`, '<a href="javascript:void(0)">');
  assert.throws(() => html`<a href="${html`${'javascript:alert(1)'}`}">`, /an html template inside an attribute/);
});

/** The value of the attribute that holds the URL. */
function urlIn(page: Html): string | undefined {
  const elements = readMarkup(`${page}`).flatMap((token) => ('element' in token ? [token.attributes] : []));
  return elements.map(({ src, href, data }) => src ?? href ?? data).find((url) => url !== undefined);
}
