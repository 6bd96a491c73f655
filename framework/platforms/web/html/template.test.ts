import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Html, html, raw } from './html.ts';

test('a value where nothing can be escaped is refused, with what to do instead', () => {
  const value = 'x';
  const cases: [() => Html, RegExp][] = [
    [() => html`<a href=${value}>`, /an attribute's value needs quotes, or a space ends it\. Write href="\$\{…\}"\./],
    [() => html`<a title=a${value}>`, /needs quotes.* Write title="/],
    [() => html`<a title= ${value}>`, /needs quotes/],
    [() => html`<${value}>`, /a value cannot name an element/],
    [() => html`<h${value}>`, /a value cannot name an element/],
    [() => html`</${value}>`, /a value cannot name an element/],
    [() => html`a <${value}`, /a "<" that is text is &lt;/],
    [() => html`<p ${value}>`, /a value cannot name an attribute/],
    [() => html`<p data-${value}="1">`, /a value cannot name an attribute/],
    [() => html`<p title ${value}>`, /a value cannot name an attribute/],
    [() => html`<p title=""${value}>`, /a value cannot name an attribute/],
    [() => html`<p title=a\u00a0${value}>`, /needs quotes/],
    [() => html`<p/${value}>`, /a value cannot name an attribute/],
    [() => html`<!-- ${value} -->`, /a value cannot stand in a comment/],
    [() => html`<!-- a > b ${value} -->`, /a value cannot stand in a comment/],
    [() => html`<!doctype ${value}>`, /a value cannot stand in a comment or a declaration/],
    [() => html`<?php ${value} ?>`, /a value cannot stand in a comment or a declaration/],
    [() => html`</ ${value}>`, /a value cannot stand in a comment or a declaration/],
    [() => html`<p onclick="${value}">`, /the browser runs the value of onclick as code\. Put the value into/],
    [() => html`<p OnClick='go("${value}")'>`, /the browser runs the value of onclick/],
    [() => html`<p/onclick="${value}">`, /the browser runs the value of onclick/],
    [() => html`<iframe srcdoc="${value}">`, /the browser runs the value of srcdoc/],
    [() => html`<script>const x = "${value}";</script>`, /a value inside <script>, where nothing can be escaped/],
    [() => html`<SCRIPT type="module">${value}</SCRIPT>`, /a value inside <script>/],
    [() => html`<script>a("</scripts>${value}")</script>`, /a value inside <script>/],
    [() => html`<style>p { color: ${value} }</style>`, /a value inside <style>/],
    [() => html`<script>${html`x`}</script>`, /a value inside <script>/],
    [() => html`<script>${raw('"</script><b>"')}</script>`, /raw text that would end <script> early/],
    [() => html`<input ?checked="a${value}">`, /Write \?checked=\$\{condition\}/],
    [() => html`<input ?checked=${value}x>`, /Write \?checked=\$\{condition\}/],
    [() => html`<p title="${[value]}">`, /an array inside an attribute\. Join it/],
  ];
  for (const [broken, message] of cases) assert.throws(broken, { message });
});

test('behind a comment, a script and odd text, values are text again', () => {
  for (const page of [
    html`<!-- x -->${'<'}`,
    html`<!-->${'<'}`,
    html`<!--->${'<'}`,
    html`<!-- x --!>${'<'}`,
    html`<!doctype html>${'<'}`,
    html`<script>if (a < b && "${raw('x')}") {}</script >${'<'}`,
    html`<style>p > a {}</style>${'<'}`,
    html`1 < 2 ${'<'}`,
    html`a <= b ${'<'}`,
    html`"it's" = ${'<'}`,
    html`</>${'<'}`,
    html`<p title='"' lang="'">${'<'}`,
    html`<p title=plain>${'<'}`,
    html`<p title=>${'<'}`,
    html`<br/>${'<'}`,
  ]) {
    assert.ok(`${page}`.endsWith('&lt;'), `${page}`);
  }
});

test('a fragment that ends inside a tag is refused', () => {
  const cases: [() => Html, RegExp][] = [
    [() => html`<p title="x>${1}</p>`, /ends inside title="… Is a quote missing\?/],
    [() => html`<p title=${raw('')}`, /needs quotes/],
    [() => html`<p`, /ends inside a tag\. Is a ">" missing\?/],
    [() => html`<p title="a"`, /ends inside a tag/],
    [() => html`<script>`, /ends inside <script>\. Close it in the same template/],
    [() => html`<!-- x`, /ends inside a comment\. Close it with -->/],
  ];
  for (const [broken, message] of cases) assert.throws(broken, { message });
});

test('a backslash that JavaScript cannot read is refused with advice', () => {
  assert.throws(() => html`<code>C:\users</code>`, {
    message: /^html`<code>C:\\users<\/code>`: JavaScript cannot read a backslash in here\. Write it twice: \\\\$/,
  });
});

test('a long template is shown by its end', () => {
  assert.throws(() => html`<section><h1>A long beginning of a page, with many words</h1><a href=${1}></a></section>`, {
    message: /^html`….{40,70}<a href=\$\{…\}`: an attribute's value needs quotes/,
  });
});
