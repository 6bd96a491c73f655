type Train = { destination: string };

/** Trains by station, then by time. */
const timetable = new Map<string, Map<string, Train>>();

export function add(station: string, time: string, train: Train): void {
  const trains = timetable.get(station) ?? new Map<string, Train>();
  const other = trains.get(time);
  if (other !== undefined) throw new Error(`${station} ${time}: the train to ${other.destination} leaves then.`);
  timetable.set(station, trains.set(time, train));
}

export function find(station: string, time: string): Train | undefined {
  return timetable.get(station)?.get(time);
}
