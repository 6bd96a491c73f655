import { field } from 'trellis';

/** The body of POST /auth/register. */
export class RegisterDTO {
  @field('required,email,max=254') email!: string;
  @field('required,min=8') password!: string;
  @field('required,max=100') name!: string;
  @field('max=20') handle!: string;
}
