import type { Alternative } from '#check';

export default {
  summary: 'A table has the counts, and each reaction changes it in its own transaction.',
  step: 2,
  edits: [
    {
      file: 'store/schema.ts',
      find: `  {
    // The primary key begins with the reader, so it doesn't help anyone who looks for a post. With the kind in the index,
    // counting needs no row of the table.
    name: 'index of the reactions',
    apply: (tx) => tx.run\`create index reactions_by_post on reactions (post_id, kind)\`,
  },
`,
      replace: `  {
    name: 'counts of the reactions',
    apply: async (tx) => {
      await tx.run\`create table reaction_counts (
        post_id text not null references posts (id) on delete cascade,
        kind text not null,
        count integer not null,
        primary key (post_id, kind)
      )\`;
      await tx.run\`
        insert into reaction_counts (post_id, kind, count)
        select post_id, kind, count(*) from reactions group by post_id, kind\`;
    },
  },
`,
    },
    {
      file: 'reactions/reactions.service.ts',
      find: `select kind, count(*) as count from reactions where post_id = \${post_id} group by kind`,
      replace: `select kind, count from reaction_counts where post_id = \${post_id}`,
    },
    {
      file: 'reactions/reactions.service.ts',
      find: `    await this.db.run\`
      insert into reactions (user_id, post_id, kind, created_at)
      values (\${user_id}, \${post_id}, \${kind}, \${new Date(this.clock.now()).toISOString()})
      on conflict (user_id, post_id) do update set kind = \${kind}\`;`,
      replace: `    await this.db.transaction(async (tx) => {
      const old = await tx.get<{ kind: Kind }>\`
        select kind from reactions where user_id = \${user_id} and post_id = \${post_id}\`;
      await tx.run\`
        insert into reactions (user_id, post_id, kind, created_at)
        values (\${user_id}, \${post_id}, \${kind}, \${new Date(this.clock.now()).toISOString()})
        on conflict (user_id, post_id) do update set kind = \${kind}\`;
      if (old) {
        await tx.run\`
          update reaction_counts set count = count - 1 where post_id = \${post_id} and kind = \${old.kind}\`;
      }
      await tx.run\`
        insert into reaction_counts (post_id, kind, count) values (\${post_id}, \${kind}, 1)
        on conflict (post_id, kind) do update set count = reaction_counts.count + 1\`;
    });`,
    },
  ],
} satisfies Alternative;
