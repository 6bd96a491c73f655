// Part of the laboratory: SQLite stores booleans as 0 and 1, and compares them with anything. PostgreSQL does neither, and a program
// has to work with both. So a program in the laboratory gets real booleans, and an error for a statement that PostgreSQL would
// refuse.

/** The columns of this kind in all tables, or undefined if the store has no tables. */
export async function booleanColumns(database) {
  const text = `select distinct c.name from sqlite_master t, pragma_table_info(t.name) c
    where t.type = 'table' and lower(c.type) = 'boolean'`;
  return (await database.all(Object.assign([text], { raw: [text] }))).map(({ name }) => name);
}

/** Why PostgreSQL would refuse the statement, a template with these values. */
export function whyRefused(strings, values, columns) {
  if (columns.length === 0) return undefined;
  const sql = strings.reduce((start, string, index) => `${start}\u0000${index - 1}\u0000${string}`);
  const found = columns.flatMap((name) => [...comparedWith(sql, name), ...insertedAs(sql, name)]);
  const odd = found.map((text) => (text.startsWith('\u0000') ? values[Number(text.split('\u0000')[1])] : text));
  const bad = odd.find((value) => typeof value === 'number' || /^['\d]/.test(value));
  return bad === undefined ? undefined : `a boolean gets the value ${bad}, which PostgreSQL refuses`;
}

function comparedWith(sql, name) {
  return [...sql.matchAll(new RegExp(`\\b${name}\\s*(?:=|<>|!=|is)\\s*([^\\s,)]+)`, 'gi'))].map(([, value]) => value);
}

function insertedAs(sql, name) {
  const [, names, values] = /^\s*insert into [\w"]+\s*\(([^)]*)\)\s*values\s*\((.*?)\)/is.exec(sql) ?? [];
  const at = names?.split(',').findIndex((each) => each.trim() === name) ?? -1;
  const value = at < 0 ? undefined : values.split(',')[at];
  return value === undefined ? [] : [value.trim()];
}

/** The rows as PostgreSQL returns them. */
export function withBooleans(result, columns) {
  if (Array.isArray(result)) return result.map((row) => withBooleans(row, columns));
  if (result === null || typeof result !== 'object') return result;
  for (const name of columns) if (typeof result[name] === 'number') result[name] = result[name] !== 0;
  return result;
}
