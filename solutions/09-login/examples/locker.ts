/** A locker as everyone may see it. The combination of its lock is not part of it. */
export interface Locker {
  id: string;
  label: string;
}

/** A locker as the table stores it. */
export interface LockerRow extends Locker {
  label_key: string;
  combination: string;
}
