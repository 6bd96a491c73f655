import { field } from 'trellis';

/** The body of POST /users/:id/thanks. */
export class ThanksDTO {
  @field('integer,required,min=1,max=100') points!: number;
}
