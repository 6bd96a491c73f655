import { field } from 'trellis';

/** The body of POST /auth/register. */
export class RegisterDTO {
  @field('required,email,max=254') email!: string;
  @field('required,min=8') password!: string;
  @field('required,max=100') name!: string;
}

/** The body of POST /auth/login. */
export class LoginDTO {
  @field('required,email') email!: string;
  @field('required') password!: string;
}

/** The body of POST /auth/renew. */
export class RenewDTO {
  @field('required') token!: string;
}
