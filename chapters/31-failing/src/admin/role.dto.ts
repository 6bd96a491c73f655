import { field } from 'trellis';

/** The body of PUT /admin/users/:id/role. */
export class RoleDTO {
  @field('required') role!: string;
}
