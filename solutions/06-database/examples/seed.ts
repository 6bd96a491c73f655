/** A seed of the shed, as the API gives it. */
export interface Seed {
  name: string;
  amount: number;
  organic: boolean;
}

/** A seed, as the table keeps it. */
export interface SeedRow extends Omit<Seed, 'organic'> {
  organic: boolean | number;
}

export function toSeed(row: SeedRow): Seed {
  return { ...row, organic: Boolean(row.organic) };
}
