import { field } from 'trellis';

/** The body of POST /lockers/open. */
export class OpenDTO {
  @field('required') label!: string;
  @field('required') combination!: string;
}
