import { type Html, type HtmlValue, html } from './html.ts';

/** Would run a script if a browser followed them. Each calls `alert`, so that a browser can tell. */
export const unsafeUrls = [
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

/** Don't run anything. Those with an "&" would, if the template forgot to escape it. */
export const safeUrls = [
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

/** Templates with a URL that the browser follows or shows. */
export const links: ((url: HtmlValue) => Html)[] = [
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

/** Templates with a URL from which the browser loads something that can change the page. */
export const loaders: ((url: HtmlValue) => Html)[] = [
  (url) => html`<script src="${url}"></script>`,
  (url) => html`<iframe src="${url}"></iframe>`,
  (url) => html`<object data="${url}"></object>`,
  (url) => html`<embed src="${url}">`,
  (url) => html`<base href="${url}">`,
  (url) => html`<svg><use href="${url}"></use></svg>`,
  (url) => html`<link rel="stylesheet" href="${url}">`,
  (url) => html`<link rel=stylesheet href="${url}">`,
  (url) => html`<link rel="alternate stylesheet" title="dark" href="${url}">`,
  (url) => html`<link rel="canonical${' stylesheet'}" href="${url}">`,
  (url) => html`<link REL="Icon" href="${url}">`,
  (url) => html`<link rel="preload" as="script" href="${url}">`,
  (url) => html`<link rel="modulepreload" href="${url}">`,
  (url) => html`<link rel="manifest" href="${url}">`,
  (url) => html`<link rel="prefetch" href="${url}">`,
];

/** Other servers, in every spelling that a browser accepts. */
export const foreignUrls = (host: string): string[] => [
  `http://${host}/x.js`,
  `//${host}/x.js`,
  ` //${host}/x.js`,
  `\n//${host}/x.js`,
  `\u0001//${host}/x.js`,
  `/\\${host}/x.js`,
  `/\t/${host}/x.js`,
  `/\r\n/${host}/x.js`,
  `\\\\${host}/x.js`,
  `http:${host}/x.js`,
  `http:/${host}/x.js`,
];

/** Templates that write the start of the URL themselves and leave the server open. */
export const openServers: ((rest: HtmlValue) => Html)[] = [
  (rest) => html`<script src="/${rest}"></script>`,
  (rest) => html`<script src=" /${rest}"></script>`,
  (rest) => html`<script src="
    /${rest}"></script>`,
  (rest) => html`<script src="	/${rest}"></script>`,
  (rest) => html`<script src="/	${rest}"></script>`,
  (rest) => html`<script src="\u0001/${rest}"></script>`,
  (rest) => html`<script src="&#47;${rest}"></script>`,
  (rest) => html`<script src="&#x2f;${rest}"></script>`,
  (rest) => html`<script src="&sol;${rest}"></script>`,
  (rest) => html`<script src="&Tab;/${rest}"></script>`,
  (rest) => html`<script src="&NewLine; /${rest}"></script>`,
  (rest) => html`<script src="/${rest}?v=1"></script>`,
  (rest) => html`<iframe src=" /${rest}"></iframe>`,
  (rest) => html`<embed src=" /${rest}">`,
  (rest) => html`<object data=" /${rest}"></object>`,
  (rest) => html`<link rel="stylesheet" href=" /${rest}">`,
  (rest) => html`<link rel="stylesheet" href="/${rest}">`,
];
