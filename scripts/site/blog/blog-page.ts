import { type Html, html } from 'trellis';

/** The frame of the page. Scripts fill it with what the program returns: what they need the token for stays in the browser. */
export function blogPage(): Html {
  return html`<div class="blog" id="blog">
<header class="blog-bar">
<nav class="blog-nav" id="blog-nav" aria-label="Blog"></nav>
</header>
<div class="blog-main">
<div id="blog-notice" class="blog-notice" role="status"></div>
<div id="blog-view"><h1>Your blog</h1><noscript><p>This page sends requests to your program with a script, and your browser runs none.</p></noscript></div>
</div>
<aside class="blog-side" aria-label="About your program">
<div id="blog-program"></div>
<details class="fold" id="blog-requests" hidden><summary><h2 class="blog-side-title">Requests <span class="soft" id="blog-count"></span></h2></summary>
<p class="soft">Everything on this page comes from your program, through these requests. <span id="blog-traced">Each one links to its trace in X-ray.</span></p>
<ol class="blog-trips" id="blog-trips"></ol></details>
<section id="blog-missing" aria-labelledby="blog-missing-title" hidden><h2 id="blog-missing-title" class="blog-side-title">Not there yet</h2><ul></ul></section>
</aside>
</div>`;
}
