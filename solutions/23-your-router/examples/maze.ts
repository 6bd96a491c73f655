/** A room has a door to the left, a door to the right, both or none. One of them has the treasure. */
export interface Room {
  left?: Room;
  right?: Room;
  treasure?: string;
}

/** Tries the left door first. `way` holds the doors that led here. */
export function findTreasure(room: Room, way: string[]): string | undefined {
  if (room.treasure !== undefined) return room.treasure;
  for (const door of ['left', 'right'] as const) {
    const next = room[door];
    if (next === undefined) continue;
    way.push(door);
    const found = findTreasure(next, way);
    if (found !== undefined) return found;
    // A dead end: go back through the door, and forget it.
    way.pop();
  }
  return undefined;
}
