// The picture of an ending is drawn here, on a canvas, and saved by the browser.
(() => {
  const button = document.querySelector('[data-picture]');
  const status = document.querySelector('.keep-save [role="status"]');
  if (button === null) return;

  const isDark = () =>
    getComputedStyle(document.documentElement).getPropertyValue('color-scheme') === 'dark' ||
    (getComputedStyle(document.documentElement).getPropertyValue('color-scheme') !== 'light' &&
      matchMedia('(prefers-color-scheme: dark)').matches);

  async function draw(address) {
    const image = new Image(1200, 630);
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1260 });
    canvas.getContext('2d').drawImage(image, 0, 0, 2400, 1260);
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))), 'image/png');
    });
  }

  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const blob = await draw(`${button.dataset.picture}${isDark() ? '?theme=dark' : ''}`);
      const href = URL.createObjectURL(blob);
      Object.assign(document.createElement('a'), { href, download: button.dataset.name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
      status.textContent = 'The picture is in your downloads.';
    } catch (error) {
      status.textContent = `The picture can’t be made: ${error.message}`;
    } finally {
      button.disabled = false;
    }
  });
})();
