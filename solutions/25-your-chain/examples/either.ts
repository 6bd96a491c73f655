/** Shows a picture: at once if it is in memory, later if it has to be loaded. */
export function show(picture: Uint8Array | Promise<Uint8Array>, draw: (pixels: Uint8Array) => void): void {
  if (picture instanceof Promise) picture.then(draw, () => draw(new Uint8Array()));
  else draw(picture);
}
