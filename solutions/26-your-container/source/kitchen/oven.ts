/** Heats up when the bakery starts, and cools down when it stops. */
export class Oven {
  #isHot = false;

  onStart(): void {
    this.#isHot = true;
    console.log('The oven is hot');
  }

  onStop(): void {
    this.#isHot = false;
    console.log('The oven is off');
  }

  bake(bread: string): string {
    if (!this.#isHot) throw new Error('The oven is cold');
    return `${bread}, still warm`;
  }
}
