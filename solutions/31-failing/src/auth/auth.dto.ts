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

/** The body of POST /auth/refresh. */
export class RefreshDTO {
  @field('required') refresh_token!: string;
}

/** The body of POST /auth/logout, which doesn't need one. */
export class LogoutDTO {
  @field() refresh_token!: string;
}

/** The body of POST /auth/api-keys. */
export class CreateApiKeyDTO {
  @field('required,max=100') name!: string;
  @field() scope!: string;
}
