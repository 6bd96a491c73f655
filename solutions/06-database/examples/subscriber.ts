/** A subscriber, as the rest of the program sees it. */
export interface Subscriber {
  email: string;
  confirmed: boolean;
  joined_at: string;
}

/** A row of the table. */
export interface SubscriberRow extends Omit<Subscriber, 'confirmed'> {
  confirmed: boolean | number;
}

export function toSubscriber(row: SubscriberRow): Subscriber {
  return { ...row, confirmed: Boolean(row.confirmed) };
}
