/** A locker, as everybody may see it. The combination of its lock is not part of it. */
export interface Locker {
  id: string;
  label: string;
}

/** A locker, as the table keeps it. */
export interface LockerRow extends Locker {
  label_key: string;
  combination: string;
}

export function toLocker({ id, label }: LockerRow): Locker {
  return { id, label };
}
