import type { Edit, Source } from '../../../workshop/syntax/source.ts';
import { clauseEnd, isWord, keywords, type SqlToken, split, statementsIn } from '../../../workshop/syntax/sql.ts';

/* Mistakes in SQL. */

/** Each condition of a `where` is left out in turn, and the `where` itself if it has only one. */
export function* dropCondition(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const at of keywords(tokens, 'where')) {
      const clause = tokens.slice(at + 1, clauseEnd(tokens, at));
      const conditions = split(clause, (token, index) => {
        const isRange = isWord(token, 'and') && isWord(clause[index - 2], 'between');
        return isWord(token, 'and', 'or') && !isRange;
      });
      if (conditions.length === 1) yield [cut(tokens[at]!, clause.at(-1)!)];
      else for (const [index] of conditions.entries()) yield [cutPart(conditions, index)];
    }
  }
}

/** `select id, name` → `select *`: columns that nobody asked for. */
export function* selectEverything(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const at of keywords(tokens, 'select')) {
      const from = tokens.findIndex((token, index) => index > at && isWord(token, 'from'));
      const columns = tokens.slice(at + 1, from);
      const areColumns = columns.every(({ kind, text }) => kind === 'word' || text === ',');
      if (from > 0 && areColumns && !isWord(columns[0], 'distinct'))
        yield [[columns[0]!.start, columns.at(-1)!.end, '*']];
    }
  }
}

const clauses = [['order', 'by'], ['limit'], ['offset'], ['for', 'update'], ['on', 'conflict'], ['group', 'by']];

/** A statement without its `order by`, `limit`, `for update` or `on conflict`. */
export function* dropClause(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const words of clauses) {
      for (const at of keywords(tokens, ...words)) yield [cut(tokens[at]!, tokens[clauseEnd(tokens, at) - 1]!)];
    }
  }
}

/** An `update` that forgets one of its columns. */
export function* dropAssignment(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const at of keywords(tokens, 'set')) {
      const assignments = split(tokens.slice(at + 1, clauseEnd(tokens, at)), ({ text }) => text === ',');
      if (assignments.length > 1) for (const [index] of assignments.entries()) yield [cutPart(assignments, index)];
    }
  }
}

const constraints = [['not', 'null'], ['unique'], ['primary', 'key'], ['if', 'not', 'exists'], ['distinct']];

/** A table without one of its constraints. */
export function* dropConstraint(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const words of constraints) {
      for (const at of keywords(tokens, ...words)) yield [cut(tokens[at]!, tokens[at + words.length - 1]!)];
    }
    for (const at of keywords(tokens, 'references')) {
      const close = tokens.findIndex(({ text }, index) => index > at && text === ')');
      if (tokens[at + 2]?.text === '(') yield [cut(tokens[at]!, tokens[close]!)];
    }
  }
}

const others: Record<string, string[]> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '<>': ['='],
  '!=': ['='],
  desc: ['asc'],
  asc: ['desc'],
  and: ['or'],
  lower: [''],
};

/** Another comparison, or the other direction. */
export function* exchangeOperator(source: Source): Iterable<Edit[]> {
  for (const tokens of statementsIn(source)) {
    for (const { kind, text, start, end } of tokens) {
      if (kind === 'string' || kind === 'value') continue;
      for (const other of others[text.toLowerCase()] ?? []) yield [[start, end, other]];
    }
  }
}

function cut(first: SqlToken, last: SqlToken): Edit {
  return [first.start, last.end, ''];
}

/** With the separator before it, or the one after it if it is the first. */
function cutPart(parts: SqlToken[][], index: number): Edit {
  const [part, before, next] = [parts[index]!, parts[index - 1], parts[index + 1]];
  if (before !== undefined) return [before.at(-1)!.end, part.at(-1)!.end, ''];
  return [part[0]!.start, next![0]!.start, ''];
}
