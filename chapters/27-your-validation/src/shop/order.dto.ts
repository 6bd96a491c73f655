import { field } from '../framework/field.ts';

/** The body of POST /orders. */
export class OrderDTO {
  @field('required,max=20') bread!: string;
  @field('integer,min=1,max=12') count!: number;
  @field('required,email') email!: string;
  @field('boolean') sliced!: boolean;
}
