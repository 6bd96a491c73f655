import { field } from 'trellis';

/** The body of POST /posts. */
export class CreatePostDTO {
  @field('required,max=200') title!: string;
  @field('required,max=100000') content!: string;
}

/** The body of PUT /posts/:id. It replaces the post: a field that is absent becomes empty, or false. */
export class UpdatePostDTO {
  @field('max=200') title!: string;
  @field('max=100000') content!: string;
  @field('boolean') published!: boolean;
}
