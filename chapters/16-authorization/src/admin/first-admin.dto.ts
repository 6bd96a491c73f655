import { field } from 'trellis';

/** The body of POST /auth/first-admin. */
export class FirstAdminDTO {
  @field('required,max=100') code!: string;
}
