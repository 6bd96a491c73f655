import { field } from 'trellis';

/** The body of POST /posts/:id/comments. */
export class CommentDTO {
  @field('required,max=2000') content!: string;
}
