/** What a statement does, however it is written: in upper case, with qualified columns, or with its operands exchanged. */
export interface Statement {
  /** `delete` */
  readonly verb: string;
  readonly table: string;
  /** The columns that its `where` compares. */
  readonly columns: readonly string[];
}

const keywords = 'and or not is null in like between true false exists'.split(' ');

/** For checks that need to know which statement the learner's program has sent: nobody has to write it as we do. */
export function statementOf(sql: string): Statement {
  const plain = sql
    .toLowerCase()
    .replace(/'(?:[^']|'')*'/g, '?')
    .replaceAll('"', '')
    .trim();
  const [verb = ''] = /^\w+/.exec(plain) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+(?:\w+\.)?(\w+)/.exec(plain) ?? [];
  const [, where = ''] = /\bwhere\b(.*?)(?=\b(?:order by|group by|limit|returning)\b|$)/s.exec(plain) ?? [];
  const names = [...where.matchAll(/(?<![\w$.])(?:\w+\.)?([a-z_]\w*)(?!\w*\s*[(.])/g)].map(([, name]) => name!);
  return { verb, table, columns: [...new Set(names.filter((name) => !keywords.includes(name)))] };
}
