/** Most file systems accept names of up to 255 bytes. */
export function fitsOnDisk(name: string): boolean {
  return Buffer.byteLength(name) <= 255;
}
