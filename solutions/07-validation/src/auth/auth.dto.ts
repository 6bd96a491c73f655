import { field } from 'trellis';

/** The body of POST /auth/register. */
export class RegisterDTO {
  @field('required,email') email!: string;
  @field('required,min=8') password!: string;
  @field('required') name!: string;
}
