import { field } from 'trellis';

/** The options of `posts list`. */
export class ListDTO {
  @field('boolean') drafts!: boolean;
  @field('boolean') json!: boolean;
  @field('integer,min=1,max=1000') limit!: number;
}
