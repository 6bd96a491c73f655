// The dashboard: asks for the part that changes, every two seconds, while somebody looks and hasn't paused it.
(() => {
  const { parse } = window.trellis;
  const place = document.getElementById('dashboard');
  const pause = document.getElementById('pause');

  const refresh = async () => {
    if (!pause.checked && !document.hidden) {
      const headers = { 'x-fragment': '1', accept: 'text/html' };
      const response = await fetch('/dashboard/', { headers }).catch(() => undefined);
      // Somebody who has selected a number wants to copy it.
      const isSelecting = getSelection()?.toString() !== '' && place.contains(getSelection()?.anchorNode ?? null);
      if (response?.ok && !isSelecting) {
        const text = await response.text();
        place.replaceChildren(...parse(text));
      }
    }
    setTimeout(refresh, 2_000);
  };
  setTimeout(refresh, 2_000);
})();
