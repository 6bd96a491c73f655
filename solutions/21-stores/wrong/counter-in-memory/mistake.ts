import type { Mistake } from '#check';

export default {
  summary: 'Counts the keys in a field, of which each process has its own.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: '@inject(Database) private readonly db!: Database;',
      replace: '@inject(Database) private readonly db!: Database;\n  readonly #counts = new Map<string, number>();',
    },
    {
      file: 'auth/api-keys.service.ts',
      find: 'if (made!.count >= mostKeys)',
      replace:
        'void made;\n      const count = (this.#counts.get(user_id) ?? 0) + 1;\n      if (count <= mostKeys) this.#counts.set(user_id, count);\n      if (count > mostKeys)',
    },
    {
      file: 'auth/api-keys.service.ts',
      find: 'await this.db.run`delete from api_keys where id = ${id} and user_id = ${user_id}`;',
      replace:
        'await this.db.run`delete from api_keys where id = ${id} and user_id = ${user_id}`;\n    this.#counts.set(user_id, (this.#counts.get(user_id) ?? 1) - 1);',
    },
  ],
  fails: {
    'of twenty concurrent requests to two programs, five succeed': 'counted in its own memory',
    'of two programs that are asked for the last key, one creates it': 'Lock the row of the user first',
  },
} satisfies Mistake;
