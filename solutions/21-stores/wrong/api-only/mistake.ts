import type { Mistake } from '#check';

export default {
  summary: 'Only the API applies the migrations, so a command or a page finds no tables in a new database.',
  edits: [
    { file: 'users/users.module.ts', find: "import { StoreModule } from '../store/store.module.ts';\n", replace: '' },
    { file: 'users/users.module.ts', find: '  imports: [StoreModule],\n', replace: '' },
    {
      file: 'app.module.ts',
      find: "import { HealthModule } from './health/health.module.ts';\n",
      replace:
        "import { HealthModule } from './health/health.module.ts';\nimport { StoreModule } from './store/store.module.ts';\n",
    },
    { file: 'app.module.ts', find: 'HealthModule]', replace: 'HealthModule, StoreModule]' },
  ],
  fails: {
    'a command creates the tables, too, if it is the first program on a database':
      'UsersModule does not import StoreModule',
  },
} satisfies Mistake;
