interface Counter {
  name: string;
  isOpen(hour: number): boolean;
}

/** Which of a theatre's counters serves a guest. If all are closed, it is the first one, which has the opening hours on a sign. */
export function counterAt(hour: number, counters: [Counter, ...Counter[]]): Counter {
  return counters.find((counter) => counter.isOpen(hour)) ?? counters[0];
}
