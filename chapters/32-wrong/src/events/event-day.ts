/** The beginning of a day, and that of the next one. */
export interface EventDay {
  from: string;
  to: string;
}

/** A day of the calendar, `2027-03-08`. Undefined if there is no such day. */
export function eventDay(day: string): EventDay | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const from = new Date(`${day}T00:00:00`);
  // The engine accepts the 31st of every month, and continues in the next one.
  if (Number.isNaN(from.getTime()) || new Date(day).toISOString().slice(0, 10) !== day) return undefined;
  const to = new Date(from);
  to.setDate(from.getDate() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}
