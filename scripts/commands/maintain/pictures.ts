import type { Usage } from 'trellis';

export const usage: Usage = {
  summary: 'make the pictures of the README and the site from programs (maintainers)',
};

export async function run(): Promise<undefined> {
  // Loaded here: a list of the commands needs no browser.
  const { makePictures } = await import('../../site/pictures.ts');
  await makePictures();
}
