/** A vase, as the museum knows it. */
export interface Vase {
  name: string;
  colour: string;
  value: number;
}

/** A vase, as visitors see it: what it is worth is for the insurance. */
export interface VaseCard {
  name: string;
  colour: string;
}

export function toVaseCard({ name, colour }: Vase): VaseCard {
  return { name, colour };
}
