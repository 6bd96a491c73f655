/** A locker as everyone may see it. The combination of its lock is not part of it. */
export interface Locker {
  id: string;
  label: string;
}
