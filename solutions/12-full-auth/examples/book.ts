/** A book, as the library gives it. */
export interface Book {
  id: string;
  title: string;
  kind: string;
}

/** A book and where it stands, as a join of their tables gives them. */
export interface BookWithShelfRow extends Book {
  shelf_id: string;
  shelf_name: string;
  shelf_floor: number;
}

export interface BookWithShelf extends Book {
  shelf: { id: string; name: string; floor: number };
}

export function toBookWithShelf(row: BookWithShelfRow): BookWithShelf {
  const { shelf_id: id, shelf_name: name, shelf_floor: floor, ...book } = row;
  return { ...book, shelf: { id, name, floor } };
}
