import type { Edit, Source } from '../../workshop/syntax/source.ts';
import { clauseEnd, isWord, keywords, type SqlToken, split, statementsIn } from '../../workshop/syntax/sql.ts';

/* The same SQL, written differently. */

const words =
  'select insert update delete create table index with from into values set where and or not null is in order by asc desc limit offset returning on conflict do nothing join left inner as if exists primary key unique references default between like group having distinct union all for begin commit'.split(
    ' ',
  );

/** `select` → `SELECT`. */
export function* upperCase(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    const edits = tokens
      .filter((token) => isWord(token, ...words))
      .map(({ start, end, text }): Edit => [start, end, text.toUpperCase()]);
    yield edits;
  }
}

/** `where id = …` → `where sessions.id = …`, in statements about a single table. */
export function* qualifyColumns(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    const table = tableOf(tokens);
    if (table === undefined) continue;
    const edits = comparisonsIn(tokens)
      .filter(([column]) => !column.text.includes('.'))
      .map(([{ start }]): Edit => [start, start, `${table}.`]);
    if (edits.length > 0) yield edits;
  }
}

const mirrored: Record<string, string> = {
  '=': '=',
  '<>': '<>',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** `where id = ${id}` → `where ${id} = id`. */
export function* exchangeOperands(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const [column, operator, value] of comparisonsIn(tokens)) {
      if (value.kind !== 'value') continue;
      yield [[column.start, value.end, `${value.text} ${mirrored[operator.text]} ${column.text}`]];
    }
  }
}

/** The only table of a statement, unless it has another name in it. */
function tableOf(tokens: readonly SqlToken[]): string | undefined {
  if (isWord(tokens[0], 'insert', 'create', 'with', 'alter', 'drop')) return undefined;
  const isMany = tokens.some((token, at) => at > 0 && isWord(token, 'join', 'select', 'as', 'union'));
  const [from] = keywords(tokens, 'from');
  const at = isWord(tokens[0], 'update') ? 0 : from;
  if (isMany || at === undefined) return undefined;
  const next = tokens[at + 2];
  const hasAlias = next !== undefined && !isWord(next, ...words);
  return hasAlias ? undefined : tokens[at + 1]!.text;
}

/** The conditions of the form `column = value`. */
function comparisonsIn(tokens: readonly SqlToken[]): [SqlToken, SqlToken, SqlToken][] {
  return keywords(tokens, 'where').flatMap((at) => {
    const clause = tokens.slice(at + 1, clauseEnd(tokens, at));
    const conditions = split(clause, (token) => isWord(token, 'and', 'or'));
    return conditions.filter((condition): condition is [SqlToken, SqlToken, SqlToken] => {
      const [column, operator] = condition;
      return condition.length === 3 && column!.kind === 'word' && operator!.text in mirrored;
    });
  });
}
