import { field } from 'trellis';

/** The body of POST /comments. */
export class CommentDTO {
  @field('required,max=80') author!: string;
  @field('required,max=2000') text!: string;
}

/** The body of PUT /comments/:number. */
export class EditCommentDTO {
  @field('max=2000') text!: string;
  @field('integer') stars!: number;
  @field('boolean') hidden!: boolean;
}

/** The body of POST /letters. */
export class LetterDTO {
  @field('required,email') to!: string;
  @field('required,min=20') text!: string;
  @field('integer,min=1') copies!: number;
}
