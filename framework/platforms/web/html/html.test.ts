import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyAttributes, readMarkup } from '../../../fixtures/markup.ts';
import { type Html, type HtmlValue, html, raw } from './html.ts';

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '` onmouseover=`alert(1)',
  ' onmouseover=alert(1) ',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</noscript><img src=x onerror=alert(1)>',
  '--><script>alert(1)</script>',
  '<!--',
  '<![CDATA[<script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;',
  '&quot; onclick=&quot;alert(1)',
  '<<script>alert(1)//<</script>',
  '<a href="javascript:alert(1)">',
  '\u0000<script>',
  '<scr\u0000ipt>alert(1)</script>',
  '\uFF1Cscript\uFF1Ealert(1)',
  '<iframe srcdoc="<script>alert(1)</script>">',
  "{{constructor.constructor('alert(1)')()}}",
  '\\"><script>',
  '\n>\n<script>',
  '&',
  '<',
  '"',
  "'",
];

test('a value in text stays exactly that text', () => {
  for (const attack of attacks) {
    assert.deepEqual(readMarkup(`${html`<p>${attack}</p>`}`), [
      { element: 'p', attributes: {} },
      { text: attack },
      { end: 'p' },
    ]);
  }
});

test('a value stays text in elements with parsing rules of their own', () => {
  for (const attack of attacks) {
    const pages: [Html, number][] = [
      [html`<title>${attack}</title>`, 2],
      [html`<textarea>${attack}</textarea>`, 2],
      [html`<xmp>${attack}</xmp>`, 2],
      [html`<noscript><p title="${attack}"></p></noscript>`, 4],
    ];
    // The value contains no "<" that could open or close anything.
    for (const [page, tags] of pages) assert.equal(`${page}`.split('<').length - 1, tags, `${page}`);
  }
});

test('a value cannot leave its attribute, with either kind of quotes', () => {
  for (const attack of attacks) {
    assert.deepEqual(onlyAttributes(`${html`<p title="${attack}" id="x">`}`), { title: attack, id: 'x' });
    assert.deepEqual(onlyAttributes(`${html`<p title='${attack}' id='x'>`}`), { title: attack, id: 'x' });
    assert.deepEqual(onlyAttributes(`${html`<p title = "a ${attack} b ${attack}">`}`), {
      title: `a ${attack} b ${attack}`,
    });
    assert.deepEqual(onlyAttributes(`${html`<p data-json="${JSON.stringify({ attack })}">`}`), {
      'data-json': JSON.stringify({ attack }),
    });
  }
});

test('templates can be nested, and arrays are joined', () => {
  const names = ['Ada & Co', '<b>', 'Grace'];
  const page = html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`;
  assert.equal(`${page}`, '<ul><li>Ada &amp; Co</li><li>&lt;b&gt;</li><li>Grace</li></ul>');
  assert.equal(`${html`${['<', ['&', [html`<i>${'>'}</i>`]]]}`}`, '&lt;&amp;<i>&gt;</i>');
  assert.equal(`${html`${[]}`}`, '');
});

test('null, undefined and false render as nothing, numbers as themselves', () => {
  const cases: [HtmlValue, string][] = [
    [undefined, ''],
    [null, ''],
    [false, ''],
    ['', ''],
    [0, '0'],
    [-1.5, '-1.5'],
    [12n, '12'],
    [true, 'true'],
  ];
  for (const [value, text] of cases) {
    assert.equal(`${html`<p>${value}</p>`}`, `<p>${text}</p>`);
    assert.equal(`${html`<p class="a ${value}"></p>`}`, `<p class="a ${text}"></p>`);
  }
});

test('raw markup is not escaped, but still cannot leave its attribute', () => {
  assert.equal(`${html`<p>${raw('<b>bold</b>')}</p>`}`, '<p><b>bold</b></p>');
  assert.deepEqual(onlyAttributes(`${html`<p title="${raw('a &amp; "b\'')}">`}`), { title: 'a & "b\'' });
  assert.equal(`${html`<style>${raw('p > a { color: red }')}</style>`}`, '<style>p > a { color: red }</style>');
});

test('data that imitates a template is still data', () => {
  const forged = JSON.parse('{"text":"<script>","toString":"x","kind":"raw"}');
  assert.throws(() => html`<p>${forged}</p>`, /an object \(Object\)\. Choose one of its fields/);
});

test('"?" adds an attribute if its value is true', () => {
  const box = (done: unknown) => `${html`<input type="checkbox" ?checked=${done as boolean} ?disabled="${false}">`}`;
  assert.equal(box(true), '<input type="checkbox" checked>');
  assert.equal(box(false), '<input type="checkbox">');
  assert.equal(box(attacks[5]), '<input type="checkbox" checked>');
  assert.equal(`${html`<option ?selected='${true}'>x</option>`}`, '<option selected>x</option>');
  assert.equal(`${html`<input ?checked=${true}/>`}`, '<input checked/>');
});

test('an instruction to the browser in a <meta> accepts numbers but no strings', () => {
  const elsewhere = '0; url=https://evil.example';
  for (const redirect of [
    () => html`<meta http-equiv="refresh" content="${elsewhere}">`,
    () => html`<meta http-equiv=refresh content="5; url=${elsewhere}">`,
    () => html`<META name="a" HTTP-EQUIV = 'Refresh' content='${elsewhere}'>`,
    () => html`<meta http-equiv="&#114;efresh" content="${elsewhere}">`,
    () => html`<meta http-equiv="x" http-equiv="refresh" content="${elsewhere}">`,
    () => html`<meta http-equiv="content-security-policy" content="script-src ${elsewhere}">`,
  ]) {
    assert.throws(redirect, /: a string inside the content of a <meta http-equiv>\. Pass a number, /);
  }
  assert.equal(
    `${html`<meta http-equiv="refresh" content="${5}; url=${raw('/orders/7?a=1')}">`}`,
    '<meta http-equiv="refresh" content="5; url=/orders/7?a=1">',
  );
  assert.equal(
    `${html`<meta name="description" content="${'"'}"><meta content="${'<'}" property="og:title">`}`,
    '<meta name="description" content="&quot;"><meta content="&lt;" property="og:title">',
  );
  assert.equal(
    `${html`<meta http-equiv="refresh" content="5"><p content="${elsewhere}"></p><meta name="a" content="${'b'}">`}`,
    `<meta http-equiv="refresh" content="5"><p content="${elsewhere}"></p><meta name="a" content="b">`,
  );
});

test('a style accepts numbers but no strings', () => {
  assert.equal(`${html`<i style="width: ${62.5}%"></i>`}`, '<i style="width: 62.5%"></i>');
  assert.throws(
    () => html`<i style="color: ${'red; background: url(//evil.example)'}"></i>`,
    /a string inside a style/,
  );
  assert.equal(`${html`<i style="color: ${raw('red')}"></i>`}`, '<i style="color: red"></i>');
});

test('a value that cannot be rendered is an error that names its place', () => {
  const values: [unknown, RegExp][] = [
    [Promise.resolve('x'), /^html`<p class="big">\$\{…\}`: a promise\. Write await before it\.$/],
    [{ title: 'x' }, /an object \(Object\)\. Choose one of its fields, or convert it with String\(…\)\./],
    [Object.create(null), /an object/],
    [new Date(0), /an object \(Date\)/],
    [() => 'x', /a function\. Call it\./],
    [Symbol('x'), /Symbol/],
    [[Promise.resolve('x')], /a promise/],
  ];
  for (const [value, message] of values) {
    assert.throws(() => html`<p class="big">${value as string}</p>`, { name: 'TypeError', message });
    assert.throws(() => html`<p title="${value as string}"></p>`, TypeError);
  }
});

test('a list of 500 rows takes a few milliseconds', () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({
    id,
    title: `Post <${id}> & more`,
    author: "O'Neil",
    done: id % 2 === 0,
  }));
  const render = () =>
    html`<table>${rows.map(
      ({ id, title, author, done }) =>
        html`<tr class="row ${done && 'done'}"><td>${id}</td><td><a href="/posts/${id}" title="${title}">${title}</a></td>
          <td><a href="${`https://example.com/${id}`}">${author}</a></td><td><input type="checkbox" ?checked=${done}></td></tr>`,
    )}</table>`.toString().length;
  render();
  // The best of several runs, because the machine may be busy.
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20; run++) {
    const started = performance.now();
    assert.ok(render() > 100_000);
    best = Math.min(best, performance.now() - started);
  }
  assert.ok(best < 10, `${best} ms`);
});
