import { field } from 'trellis';

/** The body of POST /posts. */
export class CreatePostDTO {
  @field('required') title!: string;
  @field('required') content!: string;
}

/** The body of PUT /posts/:id. It replaces the post: what is absent becomes empty, or false. */
export class UpdatePostDTO {
  @field() title!: string;
  @field() content!: string;
  @field('boolean') published!: boolean;
}
