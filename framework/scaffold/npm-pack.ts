import { npm } from './npm.ts';

/** Packs the package in a folder into `<destination>/<name>-<version>.tgz`. Works offline. */
export async function npmPack(folder: string, destination: string): Promise<void> {
  await npm(['pack', folder, '--silent', '--ignore-scripts', '--pack-destination', destination], destination);
}
