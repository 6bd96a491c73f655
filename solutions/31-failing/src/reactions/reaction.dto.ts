import { field } from 'trellis';

/** The body of PUT /posts/:id/reactions. */
export class ReactionDTO {
  @field('required') kind!: string;
}
