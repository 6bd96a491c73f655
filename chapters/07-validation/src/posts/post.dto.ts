import { field } from 'trellis';

export class CreatePostDTO {
  @field('required') title!: string;
  @field('required') content!: string;
}

export class UpdatePostDTO {
  @field() title!: string;
  @field() content!: string;
  @field('boolean') published!: boolean;
}
