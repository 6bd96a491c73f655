import { Database, inject } from 'trellis';

interface Loan {
  id: string;
  school: string;
  until: string;
}

/** Who asks: a school, or somebody who works for the museum. */
interface Borrower {
  school: string;
  isCurator: boolean;
}

/** Pictures that a museum has lent to schools. */
export class Loans {
  @inject(Database) private readonly db!: Database;

  /** Undefined if there is no such loan, or if it isn't this borrower's. */
  async extend(id: string, until: string, { school, isCurator }: Borrower): Promise<Loan | undefined> {
    return this.db.get<Loan>`
      update loans set until = ${until}
      where id = ${id} and (school = ${school} or ${isCurator})
      returning *`;
  }
}
