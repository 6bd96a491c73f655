import { field } from 'trellis';

/** The body of PUT /auth/password. */
export class ChangePasswordDTO {
  @field('required') current_password!: string;
  @field('required,min=8') new_password!: string;
}
