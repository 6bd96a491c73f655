class Seller {
  readonly #sold: string[] = [];

  sell(ticket: string): number {
    return this.#sold.push(ticket);
  }
}

const seller = new Seller();
const { sell } = seller;
// sell('Row 7') throws: `this` is undefined in it.
const bound = sell.bind(seller);
console.log(bound('Row 7'), bound('Row 8'));
