/** A door that opens once for each visitor. */
export function admit(enter: () => string): { open(): string } {
  let isUsed = false;
  return {
    open() {
      if (isUsed) throw new Error('This door has already been used.');
      isUsed = true;
      return enter();
    },
  };
}
