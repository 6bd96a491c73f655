import assert from 'node:assert/strict';
import test from 'node:test';
import { Container } from '../core/container.ts';
import { inject } from '../core/inject.ts';
import { module, provide } from '../core/module.ts';
import { describe } from './description.ts';

test('an application is described as plain data: modules, parts in the order of their start, and who needs whom', () => {
  abstract class Clock {}
  class SystemClock extends Clock {}
  class PostsService {
    @inject(Clock) readonly clock!: Clock;
  }
  class Guard {
    handle() {}
  }
  class PostsController {
    @inject(PostsService) readonly posts!: PostsService;
    @inject(Clock) readonly clock!: Clock;
    routes() {
      return [];
    }
  }
  const Data = module('Data', { declarations: [PostsService], exports: [PostsService] });
  const Root = module('Root', {
    imports: [Data],
    exports: [Data],
    declarations: [PostsController, Guard, provide({ name: 'limit' }, { value: 7 })],
  });
  const container = new Container(Root, [provide(Clock, SystemClock), provide({ name: 'unused' }, { value: 1 })]);
  assert.deepEqual(JSON.parse(JSON.stringify(describe(container))), {
    modules: [
      { name: 'Data', imports: [], exports: ['PostsService'] },
      { name: 'Root', imports: ['Data'], exports: ['Data'] },
    ],
    parts: [
      { number: 1, name: 'Clock', builtBy: 'SystemClock', kind: 'service', needs: [] },
      { number: 2, name: 'PostsService', module: 'Data', kind: 'service', needs: [{ field: 'clock', number: 1 }] },
      {
        number: 3,
        name: 'PostsController',
        module: 'Root',
        kind: 'controller',
        needs: [
          { field: 'posts', number: 2 },
          { field: 'clock', number: 1 },
        ],
      },
      { number: 4, name: 'Guard', module: 'Root', kind: 'middleware', needs: [] },
      { number: 5, name: 'limit', module: 'Root', kind: 'value', needs: [] },
    ],
  });
});
