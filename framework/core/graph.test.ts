import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Container } from './container.ts';
import { inject, type Token, token } from './inject.ts';
import { type Module, module, type Provider, provide } from './module.ts';

const built: string[] = [];

/** Records that it was built, so that a test can assert that nothing was. */
class Traced {
  constructor() {
    built.push(this.constructor.name);
  }
}

abstract class Mailer extends Traced {}
class SmtpMailer extends Mailer {}
class LogMailer extends Mailer {}
class UsersService extends Traced {}
class PostsService extends Traced {
  @inject(UsersService) users!: UsersService;
}
class PostsController extends Traced {
  @inject(PostsService) private readonly posts!: PostsService;
  show() {
    return this.posts;
  }
}
const Secret = token<string>('Secret');

/** Nothing is built when the graph is wrong, and the message is the whole message. */
function refuses(root: Module, message: string, builtins: Provider[] = [], overrides: Provider[] = []): void {
  built.splice(0);
  assert.throws(() => new Container(root, builtins, overrides), { message });
  assert.deepEqual(built, [], 'nothing is constructed');
}

function sees(root: Module, ...tokens: Token[]): boolean {
  const { graph } = new Container(root);
  return tokens.every((wanted) => graph.find(wanted, root) !== undefined);
}

test('a missing class: the message names module, field, class and the fix', () => {
  refuses(
    module('BlogModule', { declarations: [PostsController, PostsService] }),
    'BlogModule → PostsService.users → UsersService: no module declares it. Add UsersService to ' +
      'BlogModule.declarations (provide(UsersService, …) if it is abstract), or add the module that exports it to ' +
      'BlogModule.imports.',
  );
});

test('a missing provider of an abstract class', () => {
  class Newsletter extends Traced {
    @inject(Mailer) readonly #mailer!: Mailer;
    show() {
      return this.#mailer;
    }
  }
  refuses(
    module('MailModule', { declarations: [Newsletter, SmtpMailer] }),
    'MailModule → Newsletter.#mailer → Mailer: no module declares it. Add Mailer to MailModule.declarations ' +
      '(provide(Mailer, …) if it is abstract), or add the module that exports it to MailModule.imports.',
  );
});

test('a missing provider of a named token', () => {
  class Tokens extends Traced {
    @inject(Secret) secret!: string;
  }
  refuses(
    module('AuthModule', { declarations: [Tokens] }),
    'AuthModule → Tokens.secret → Secret: no module provides it. Add provide(Secret, …) to AuthModule.declarations, ' +
      'or add the module that exports it to AuthModule.imports.',
  );
});

test('a class that is declared but not exported', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService] });
  refuses(
    module('BlogModule', { imports: [UsersModule], declarations: [PostsService] }),
    'BlogModule → PostsService.users → UsersService: declared in UsersModule, which does not export it. ' +
      'Add UsersService to UsersModule.exports.',
  );
});

test('a class that is exported but not imported', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService], exports: [UsersService] });
  const BlogModule = module('BlogModule', { declarations: [PostsService] });
  refuses(
    module('AppModule', { imports: [UsersModule, BlogModule] }),
    'BlogModule → PostsService.users → UsersService: declared in UsersModule, which BlogModule does not import. ' +
      'Add UsersModule to BlogModule.imports.',
  );
});

test('a class that is neither exported nor imported', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService] });
  const BlogModule = module('BlogModule', { declarations: [PostsService] });
  refuses(
    module('AppModule', { imports: [UsersModule, BlogModule] }),
    'BlogModule → PostsService.users → UsersService: declared in UsersModule, which neither exports it nor is ' +
      'imported. Add UsersService to UsersModule.exports, and UsersModule to BlogModule.imports.',
  );
});

test('a class of a module that is passed on needs its export only', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService] });
  const SharedModule = module('SharedModule', { imports: [UsersModule], exports: [UsersModule] });
  const Passing = module('Passing', { imports: [SharedModule], exports: [SharedModule] });
  refuses(
    module('BlogModule', { imports: [Passing], declarations: [PostsService] }),
    'BlogModule → PostsService.users → UsersService: declared in UsersModule, which does not export it. ' +
      'Add UsersService to UsersModule.exports.',
  );
});

test('imports are not passed on unless they are exported', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService], exports: [UsersService] });
  const SharedModule = module('SharedModule', { imports: [UsersModule] });
  refuses(
    module('BlogModule', { imports: [SharedModule], declarations: [PostsService] }),
    'BlogModule → PostsService.users → UsersService: declared in UsersModule, which BlogModule does not import. ' +
      'Add UsersModule to BlogModule.imports.',
  );
});

test('a class of a module that imports this one: an import would be a cycle, so the class has to move', () => {
  const BlogModule = module('BlogModule', { declarations: [PostsService] });
  const message =
    "BlogModule → PostsService.users → UsersService: declared in AppModule, which imports BlogModule, so BlogModule can't " +
    'import it back. Move UsersService to BlogModule, or to a module that both of them import.';
  const declarations = [UsersService];
  refuses(module('AppModule', { imports: [BlogModule], declarations, exports: [UsersService] }), message);
  const Between = module('Between', { imports: [BlogModule] });
  refuses(module('AppModule', { imports: [Between], declarations }), message);
});

test('of several modules that provide a token, the fix names the one that is already imported', () => {
  class Newsletter {
    @inject(Mailer) mailer!: Mailer;
  }
  const Far = module('Far', { declarations: [provide(Mailer, SmtpMailer)] });
  const Offered = module('Offered', { declarations: [provide(Mailer, LogMailer)], exports: [Mailer] });
  const Near = module('Near', { declarations: [provide(Mailer, LogMailer)] });
  const MailModule = module('MailModule', { imports: [Near], declarations: [Newsletter] });
  refuses(
    module('AppModule', { imports: [Far, Offered, MailModule] }),
    'MailModule → Newsletter.mailer → Mailer: declared in Near, which does not export it. Add Mailer to Near.exports.',
  );
  const Alone = module('Alone', { declarations: [Newsletter] });
  refuses(
    module('AppModule', { imports: [Far, Offered, Alone] }),
    'Alone → Newsletter.mailer → Mailer: declared in Offered, which Alone does not import. ' +
      'Add Offered to Alone.imports.',
  );
});

test('a class declared twice, in two modules', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService], exports: [UsersService] });
  refuses(
    module('BlogModule', { imports: [UsersModule], declarations: [UsersService, PostsService] }),
    'UsersService is declared in UsersModule and in BlogModule. Declare it in one of them, export it there, ' +
      'and import that module in the other.',
  );
});

test('a class declared twice, in one module', () => {
  refuses(
    module('UsersModule', { declarations: [UsersService, UsersService] }),
    'UsersModule declares UsersService twice. Remove one of the two.',
  );
  refuses(
    module('MailModule', { declarations: [provide(Mailer, SmtpMailer), provide(Mailer, LogMailer)] }),
    'MailModule declares Mailer twice. Remove one of the two.',
  );
});

test('two modules may provide the same token, each for itself', () => {
  class Newsletter {
    @inject(Mailer) mailer!: Mailer;
  }
  class Alarm {
    @inject(Mailer) mailer!: Mailer;
  }
  const A = module('A', { declarations: [Newsletter, provide(Mailer, SmtpMailer)] });
  const B = module('B', { declarations: [Alarm, provide(Mailer, LogMailer)] });
  const container = new Container(module('AppModule', { imports: [A, B] }));
  assert.ok(container.get(Newsletter).mailer instanceof SmtpMailer);
  assert.ok(container.get(Alarm).mailer instanceof LogMailer);
});

test('A cycle of dependencies fails the start and is printed whole', () => {
  class First extends Traced {
    @inject(() => Second) second!: object;
  }
  class Second extends Traced {
    @inject(() => Third) readonly #third!: object;
    show() {
      return this.#third;
    }
  }
  class Third extends Traced {
    @inject(UsersService) users!: UsersService;
    @inject(First) first!: First;
  }
  class Entry extends Traced {
    @inject(First) first!: First;
  }
  refuses(
    module('BlogModule', { declarations: [UsersService, Entry, Third, First, Second] }),
    'BlogModule → First.second → Second.#third → Third.first → First: a dependency cycle, so none of them can be built first. ' +
      'Move what they share into another class.',
  );
});

test('a class that needs itself is a cycle too', () => {
  class Selfish extends Traced {
    @inject(() => Selfish) self!: object;
  }
  refuses(
    module('M', { declarations: [Selfish] }),
    'M → Selfish.self → Selfish: a dependency cycle, so none of them can be built first. ' +
      'Move what they share into another class.',
  );
});

test('a cycle through provided tokens names the classes that have the fields', () => {
  abstract class Sender {}
  class Letters extends Traced {
    @inject(Sender) sender!: Sender;
  }
  class PostOffice extends Traced {
    @inject(Letters) letters!: Letters;
  }
  refuses(
    module('M', { declarations: [provide(Sender, PostOffice), Letters] }),
    'M → PostOffice.letters → Letters.sender → PostOffice: a dependency cycle, so none of them can be built first. ' +
      'Move what they share into another class.',
  );
});

test('a cycle among built-ins is found even if nothing injects them', () => {
  abstract class Log {}
  abstract class Clock {}
  class TimedLog extends Traced {
    @inject(Clock) clock!: Clock;
  }
  class LoggedClock extends Traced {
    @inject(Log) log!: Log;
  }
  refuses(
    module('M'),
    'trellis → TimedLog.clock → LoggedClock.log → TimedLog: a dependency cycle, so none of them can be built first. ' +
      'Move what they share into another class.',
    [provide(Log, TimedLog), provide(Clock, LoggedClock)],
  );
});

test('two paths to the same class are not a cycle', () => {
  class Left {
    @inject(UsersService) users!: UsersService;
  }
  class Right {
    @inject(UsersService) users!: UsersService;
  }
  class Top {
    @inject(Left) left!: Left;
    @inject(Right) right!: Right;
  }
  const container = new Container(module('M', { declarations: [Top, Left, Right, UsersService] }));
  const { left, right } = container.get(Top);
  assert.equal(left.users, right.users);
  assert.deepEqual(
    container.graph.order.map(({ provider }) => provider.token),
    [UsersService, Left, Right, Top],
    'each once, after what it needs',
  );
});

test('one token from two imports is ambiguous', () => {
  const A = module('A', { declarations: [provide(Mailer, SmtpMailer)], exports: [Mailer] });
  const B = module('B', { declarations: [provide(Mailer, LogMailer)], exports: [Mailer] });
  const message =
    'AppModule imports Mailer from A and from B. Import one of the two, or provide(Mailer, …) in AppModule.';
  refuses(module('AppModule', { imports: [A, B] }), message);
  const Shared = module('Shared', { imports: [B], exports: [B] });
  refuses(module('AppModule', { imports: [A, Shared] }), message);
});

test('what a module provides itself wins over what it imports, even where two imports disagree', () => {
  class OwnMailer extends Mailer {}
  class Newsletter {
    @inject(Mailer) mailer!: Mailer;
  }
  const A = module('A', { declarations: [provide(Mailer, SmtpMailer)], exports: [Mailer] });
  const B = module('B', { declarations: [provide(Mailer, LogMailer)], exports: [Mailer] });
  const declarations = [Newsletter, provide(Mailer, OwnMailer)];
  for (const imports of [[A], [A, B]]) {
    const container = new Container(module('AppModule', { imports, declarations }));
    assert.ok(container.get(Newsletter).mailer instanceof OwnMailer);
  }
  // What it exports itself wins over what it passes on, in whichever order the two are listed.
  for (const exports of [
    [A, Mailer],
    [Mailer, A],
  ]) {
    const Own = module('Own', { imports: [A], exports, declarations: [provide(Mailer, OwnMailer)] });
    const container = new Container(module('AppModule', { imports: [Own], declarations: [Newsletter] }));
    assert.ok(container.get(Newsletter).mailer instanceof OwnMailer);
  }
});

test('passing on two modules that disagree is ambiguous, although the module in between has its own', () => {
  const A = module('A', { declarations: [provide(Mailer, SmtpMailer)], exports: [Mailer] });
  const B = module('B', { declarations: [provide(Mailer, LogMailer)], exports: [Mailer] });
  const Own = module('Own', { imports: [A, B], exports: [A, B], declarations: [provide(Mailer, LogMailer)] });
  refuses(
    module('AppModule', { imports: [Own] }),
    'Own imports Mailer from A and from B. Import one of the two, or provide(Mailer, …) in Own.',
  );
});

test('a module that is imported along two paths is not ambiguous', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService], exports: [UsersService] });
  const Left = module('Left', { imports: [UsersModule], exports: [UsersModule] });
  const Right = module('Right', { imports: [UsersModule], exports: [UsersModule] });
  const Root = module('Root', { imports: [Left, Right, UsersModule, UsersModule], declarations: [PostsService] });
  built.splice(0);
  assert.ok(new Container(Root).get(PostsService).users instanceof UsersService);
  assert.deepEqual(built, ['UsersService', 'PostsService']);
});

test('exporting a class that is not declared is refused, in the root module too', () => {
  const message =
    'BlogModule exports UsersService, which it does not declare. Add UsersService to BlogModule.declarations, ' +
    'or export the module that it comes from.';
  const UsersModule = module('UsersModule', { declarations: [UsersService], exports: [UsersService] });
  const BlogModule = module('BlogModule', { imports: [UsersModule], exports: [UsersService] });
  refuses(module('AppModule', { imports: [BlogModule] }), message);
  refuses(BlogModule, message);
});

test('exports may name an imported module to pass it on; one that is not imported is refused', () => {
  const UsersModule = module('UsersModule', { declarations: [UsersService], exports: [UsersService] });
  const Shared = module('Shared', { imports: [UsersModule], exports: [UsersModule] });
  assert.ok(sees(module('BlogModule', { imports: [Shared], declarations: [PostsService] }), UsersService));
  const message = 'Shared exports UsersModule without importing it. Add UsersModule to Shared.imports.';
  refuses(module('Shared', { exports: [UsersModule] }), message);
  refuses(module('AppModule', { imports: [module('Shared', { exports: [UsersModule] })] }), message);
});

test('an export makes a class visible to the modules that import it, and to no others', () => {
  const Inner = module('Inner', { declarations: [UsersService, SmtpMailer], exports: [UsersService] });
  const Root = module('Root', { imports: [Inner] });
  assert.ok(sees(Root, UsersService));
  assert.ok(!sees(Root, SmtpMailer));
  assert.ok(!sees(module('Outermost', { imports: [Root] }), UsersService));
});

test('() => Class that returns undefined', () => {
  class Owner extends Traced {
    @inject(() => undefined as unknown as typeof UsersService) users!: UsersService;
  }
  refuses(
    module('BlogModule', { declarations: [Owner] }),
    'BlogModule → Owner.users → undefined: the function in @inject(() => …) returned undefined. ' +
      'Check the import of the class.',
  );
});

test('an anonymous class is called that in messages', () => {
  const [Nameless] = [class extends Traced {}];
  class Owner extends Traced {
    @inject(Nameless!) it!: object;
  }
  refuses(
    module('M', { declarations: [Owner] }),
    'M → Owner.it → an anonymous class: no module declares it. Add an anonymous class to M.declarations ' +
      '(provide(an anonymous class, …) if it is abstract), or add the module that exports it to M.imports.',
  );
});

test('an override of a token that no module declares is refused: the test would use the real provider', () => {
  refuses(
    module('BlogModule', { declarations: [UsersService] }),
    'overrides contains Mailer, which no module declares. Remove it, or declare it.',
    [],
    [provide(Mailer, LogMailer)],
  );
});

test('what replaces a built-in sees built-ins only', () => {
  abstract class Log extends Traced {}
  class UsersLog extends Log {
    @inject(UsersService) users!: UsersService;
  }
  refuses(
    module('BlogModule', { declarations: [UsersService] }),
    'trellis → UsersLog.users → UsersService: a built-in service can only depend on other built-in services. ' +
      'Declare it in a module instead.',
    [provide(Log, LogMailer)],
    [provide(Log, UsersLog)],
  );
});

test('a mistake in a deeply nested module is found as well', () => {
  let Far = module('Far', { declarations: [PostsService] });
  for (let i = 0; i < 20; i++) Far = module(`M${i}`, { imports: [Far] });
  assert.throws(() => new Container(Far), /^Error: Far → PostsService\.users → UsersService: no module declares it/);
});

test('modules come in the order of their imports, each once', () => {
  const A = module('A');
  const B = module('B', { imports: [A] });
  const C = module('C', { imports: [B, A] });
  const { graph } = new Container(module('D', { imports: [C, A, B] }));
  assert.deepEqual(
    graph.modules.map(({ name }) => name),
    ['A', 'B', 'C', 'D'],
  );
});
