// What comes long after a click doesn't make the page jump. For the pages that show something late.
(() => {
  /** What comes after an element on the page: its followers, and those of everything that it is in. */
  const afterwards = (part) => {
    const found = [];
    for (let node = part; node !== null && !node.matches('article, main, body'); node = node.parentElement)
      for (let next = node.nextElementSibling; next !== null; next = next.nextElementSibling) found.push(next);
    return found;
  };

  /** Changes the height of a part long after a click: what is below slides to its new place, so that the eye can follow it. */
  const slide = (part, change) => {
    const isSeen = ({ top, bottom }) => bottom > -innerHeight && top < 2 * innerHeight;
    const below = afterwards(part)
      .map((node) => [node, node.getBoundingClientRect()])
      .filter(([, box]) => isSeen(box));
    change();
    // Beside the editor, the page is scrolled instead: see `steadily` in try.js.
    if (document.documentElement.dataset.mode === 'try') return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const time = { duration: 220, easing: 'ease-out', composite: 'add' };
    let hasMoved = false;
    for (const [node, { top }] of below) {
      const way = top - node.getBoundingClientRect().top;
      if (Math.abs(way) < 1) continue;
      hasMoved = true;
      node.animate({ transform: [`translateY(${way}px)`, 'translateY(0)'] }, time);
    }
    if (hasMoved) part.animate({ opacity: [0, 1] }, { duration: 220 });
  };

  window.trellis.slide = slide;
})();
