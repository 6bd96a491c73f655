import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Html, html, raw } from './html.ts';

test('a value where nothing can be escaped is rejected, with advice', () => {
  const value = 'x';
  const cases: [() => Html, RegExp][] = [
    [() => html`<a href=${value}>`, /without quotes, a space would end the value\. Write href="\$\{…\}"\./],
    [() => html`<a title=a${value}>`, /without quotes.* Write title="/],
    [() => html`<a title= ${value}>`, /without quotes/],
    [() => html`<${value}>`, /a value cannot be part of a tag name/],
    [() => html`<h${value}>`, /a value cannot be part of a tag name/],
    [() => html`</${value}>`, /a value cannot be part of a tag name/],
    [() => html`a <${value}`, /write &lt; for a "<" in text/],
    [() => html`<p ${value}>`, /a value cannot be an attribute name/],
    [() => html`<p data-${value}="1">`, /a value cannot be an attribute name/],
    [() => html`<p title ${value}>`, /a value cannot be an attribute name/],
    [() => html`<p title=""${value}>`, /a value cannot be an attribute name/],
    [() => html`<p title=a\u00a0${value}>`, /without quotes/],
    [() => html`<p/${value}>`, /a value cannot be an attribute name/],
    [() => html`<!-- ${value} -->`, /a value cannot be part of a comment/],
    [() => html`<!-- a > b ${value} -->`, /a value cannot be part of a comment/],
    [() => html`<!doctype ${value}>`, /a value cannot be part of a comment or a declaration/],
    [() => html`<?php ${value} ?>`, /a value cannot be part of a comment or a declaration/],
    [() => html`</ ${value}>`, /a value cannot be part of a comment or a declaration/],
    [() => html`<p onclick="${value}">`, /the browser runs the value of onclick as code\. Put the value into/],
    [() => html`<p OnClick='go("${value}")'>`, /the browser runs the value of onclick/],
    [() => html`<p/onclick="${value}">`, /the browser runs the value of onclick/],
    [() => html`<iframe srcdoc="${value}">`, /the browser runs the value of srcdoc/],
    [() => html`<script>const x = "${value}";</script>`, /a value inside <script>, where nothing can be escaped/],
    [() => html`<SCRIPT type="module">${value}</SCRIPT>`, /a value inside <script>/],
    [() => html`<script>a("</scripts>${value}")</script>`, /a value inside <script>/],
    [() => html`<style>p { color: ${value} }</style>`, /a value inside <style>/],
    [() => html`<script>${html`x`}</script>`, /a value inside <script>/],
    [() => html`<script>${raw('"</script><b>"')}</script>`, /raw markup that would end <script> early/],
    [() => html`<input ?checked="a${value}">`, /Write \?checked=\$\{condition\}/],
    [() => html`<input ?checked=${value}x>`, /Write \?checked=\$\{condition\}/],
    [() => html`<meta http-equiv="${value}" content="1">`, /the value of http-equiv decides what the browser does/],
    [() => html`<meta content="${value}" http-equiv="refresh">`, /Write http-equiv="…" before content/],
    [() => html`<meta content='0;${value}' name="a" HTTP-EQUIV=Refresh>`, /Write http-equiv="…" before content/],
    [() => html`<p title="${[value]}">`, /an array inside an attribute\. Join it/],
  ];
  for (const [broken, message] of cases) assert.throws(broken, { message });
});

test('after comments, scripts and stray characters, values are text again', () => {
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

test('a fragment that ends inside a tag is rejected', () => {
  const cases: [() => Html, RegExp][] = [
    [() => html`<p title="x>${1}</p>`, /ends inside title="… Is a quote missing\?/],
    [() => html`<p title=${raw('')}`, /without quotes/],
    [() => html`<p`, /ends inside a tag\. Is a ">" missing\?/],
    [() => html`<p title="a"`, /ends inside a tag/],
    [() => html`<script>`, /ends inside <script>\. Close it in the same template/],
    [() => html`<!-- x`, /ends inside a comment\. Close it with -->/],
  ];
  for (const [broken, message] of cases) assert.throws(broken, { message });
});

test('an invalid escape in a template is rejected with advice', () => {
  assert.throws(() => html`<code>C:\users</code>`, {
    message:
      /^html`<code>C:\\users<\/code>`: the template contains a backslash that is not a valid escape\. Write it twice: \\\\$/,
  });
});

test('a message shows the end of a long template', () => {
  assert.throws(() => html`<section><h1>A long beginning of a page, with many words</h1><a href=${1}></a></section>`, {
    message: /^html`….{40,70}<a href=\$\{…\}`: without quotes, a space would end the value/,
  });
});
