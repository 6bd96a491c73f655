/** Something that happens in the garden, with a limited number of seats. Ines enters them into the table. */
export interface Event {
  id: string;
  title: string;
  /** As all timestamps of the blog: ISO 8601, in UTC. */
  starts_at: string;
  seats: number;
  seats_left: number;
}
