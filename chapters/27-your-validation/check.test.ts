import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { CheckFailure, type CountBlocks, chapter, type Load, random } from '#check';

const { step } = chapter(import.meta.url);

step(1, (_check, examine) => {
  examine('a tag lists the type of a property, and its rules', async (load) => {
    const parseTag = await parserOf(load);
    if (parseTag === undefined) return expectTags(load);
    const size = random.number();
    const table: [string, { type: string; [rule: string]: unknown }][] = [
      ['string', { type: 'string' }],
      ['required', { type: 'string', required: true }],
      ['required,email', { type: 'string', required: true, email: true }],
      [`min=${size},required`, { type: 'string', min: size, required: true }],
      ['string,max=0', { type: 'string', max: 0 }],
      ['number,min=-0.5', { type: 'number', min: -0.5 }],
      ['integer,required,min=-3,max=12', { type: 'integer', required: true, min: -3, max: 12 }],
      ['boolean', { type: 'boolean' }],
      ['boolean,required', { type: 'boolean', required: true }],
    ];
    for (const [tag, rules] of table) {
      same(parseTag(tag), rules, `parseTag('${tag}')`, (found) => {
        if (found.type === undefined) return 'the type is not set.';
        if (found.type !== rules.type || found.type in found)
          return 'the type at the beginning of a tag is taken for a rule.';
        return typeof (found.min ?? found.max) === 'string'
          ? 'the number after "=" stays a string.'
          : 'a rule of the tag is not set, or one without a number is not set to true.';
      });
    }
  });

  examine('a tag that is not understood is refused', async (load) => {
    const { field } = await load('framework/field.ts');
    const context = { kind: 'field', static: false, private: false, metadata: {}, name: 'bread' };
    const parseTag = (await parserOf(load)) ?? ((tag: string) => field(tag)(undefined, context));
    for (const [tag, word, type] of [
      ['requird', 'requird', 'string'],
      ['required, email', ' email', 'string'],
      ['', '', 'string'],
      ['min', 'min', 'string'],
      ['min=eight', 'min=eight', 'string'],
      ['required,string', 'string', 'string'],
      ['number,email', 'email', 'number'],
      ['boolean,min=1', 'min=1', 'boolean'],
      ['integer,min=0.5', 'min=0.5', 'integer'],
      ['constructor', 'constructor', 'string'],
    ] as const) {
      says(
        thrownBy(() => parseTag(tag)),
        [`'${word}'`, type, 'required'],
        `the tag '${tag}' is accepted, or the message lacks the word, the type or the rules.`,
      );
    }
    const twice = thrownBy(() => parseTag('min=1,max=3,min=2'));
    says(
      twice,
      ["'min'", /twice/],
      twice.message === 'no error'
        ? 'a rule that appears twice is accepted.'
        : 'the message lacks "twice", or the name of the rule in single quotes, without its number.',
    );
  });

  examine('a DTO has the properties of its parent and its own, and adds none to the parent', async (load) => {
    const { field, fieldsOf } = await load('framework/field.ts');
    class Bread {
      @field('required') name!: string;
      @field() note!: string;
      price = 5;
    }
    class Cake extends Bread {
      @field('integer,min=1') layers!: number;
    }
    if ((await parserOf(load)) === undefined) return expectProperties(load, Bread, Cake);
    const bread = [
      ['name', { type: 'string', required: true }],
      ['note', { type: 'string' }],
    ];
    same(
      [...(fieldsOf(Cake) ?? [])],
      [...bread, ['layers', { type: 'integer', min: 1 }]],
      'fieldsOf(Cake), which extends Bread',
      (found) =>
        found.length === 0
          ? 'field records nothing in context.metadata[fields].'
          : 'field starts a new map without the properties of the parent.',
    );
    same(
      [...(fieldsOf(Bread) ?? [])],
      bread,
      'fieldsOf(Bread), which Cake extends',
      'field changes the map of the parent class. Copy it.',
    );
    same(fieldsOf(class {}), undefined, 'fieldsOf of a class without @field', 'it returns an empty map.');
  });

  examine('a wrong tag and a property that no body can have are refused', async (load) => {
    const { field } = await load('framework/field.ts');
    const context = { kind: 'field', static: false, private: false, metadata: {}, name: random.word() };
    says(
      thrownBy(() => field('mail')(undefined, context)),
      [context.name, "@field('mail')", "'mail'"],
      'the message lacks the name of the property.',
    );
    for (const more of [
      { static: true },
      { private: true, name: '#secret' },
      { name: 'constructor' },
      { name: 'toString' },
    ]) {
      const error = thrownBy(() => field('string')(undefined, { ...context, ...more }));
      says(
        error,
        [{ ...context, ...more }.name],
        'field accepts a property that every object has, or that is static or private.',
      );
    }
  });
});

step(2, (_check, examine) => {
  examine('absent properties become zero values, and required ones are a problem', async (load) => {
    const { Optional, Required, validate } = await dtos(load);
    const zero = { text: '', price: 0, count: 0, open: false };
    for (const input of [{}, { text: null, price: null, count: null, open: null }, { text: undefined }])
      same(await validate(Optional, input), { value: zero }, `validate(Optional, ${inspect(input)})`, ({ problems }) =>
        problems === undefined
          ? 'an absent property, or null, does not become the zero value of its type.'
          : 'an absent property, or null, is checked although it is optional. It must become the zero value of its type.',
      );
    const problems = Object.keys(zero).map((field) => ({ field, problem: 'is required' }));
    for (const input of [{}, { text: null }, zero])
      same(
        await validate(Required, input),
        { problems },
        `validate(Required, ${show(input)})`,
        ({ problems: found }) => {
          if (found === undefined || found.length === 0)
            return input === zero ? '`required` accepts the zero value.' : '`required` accepts an absent property.';
          if (typeof found[0] === 'string') return 'a problem is added without its field. Add { field, problem }.';
          if (input === zero && found.length < problems.length)
            return '`required` accepts the zero value of some types.';
          if (found.length === 1) return 'only the first problem is reported.';
          if (found.length > problems.length) return 'a property that is missing gets a second problem.';
          return found.some(({ problem }: { problem?: string }) => problem?.startsWith('must be'))
            ? 'the type is checked before `required`, so a missing property is reported as one of the wrong type.'
            : 'some of the missing properties have no problem, or the problems are worded differently or in another order.';
        },
      );
  });

  examine('values of the right type pass, and are never converted', async (load) => {
    const { Optional, Required, validate } = await dtos(load);
    const value = { text: random.word(), price: -1.5, count: random.number(), open: true };
    for (const dto of [Optional, Required])
      same(await validate(dto, value), { value }, `validate(${dto.name}, ${show(value)})`, ({ problems }) =>
        problems === undefined
          ? 'a value of the right type is changed.'
          : 'a value of the right type is refused. A negative number and a fraction are numbers, too.',
      );
    const wrong: Record<string, unknown[]> = {
      text: [5, true, ['a'], {}],
      price: ['5', '', true, [1], Number.POSITIVE_INFINITY],
      count: ['5', 1.5, 2 ** 53, true],
      open: ['true', 1, 0, 'on'],
    };
    const problem: Record<string, string> = {
      text: 'a string',
      price: 'a number',
      count: 'an integer',
      open: 'true or false',
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const sent of values) {
        same(
          await validate(Optional, { [field]: sent }),
          { problems: [{ field, problem: `must be ${problem[field]}` }] },
          `validate(Optional, ${show({ [field]: sent })})`,
          ({ value: accepted, problems }) => {
            if (problems?.length === 1) return 'the problem is worded differently, or has another field.';
            if (problems !== undefined) return 'a value of the wrong type gets more than one problem.';
            if (sent === Number.POSITIVE_INFINITY) return 'typeof Infinity is "number". Use Number.isFinite.';
            if (sent === 2 ** 53) return 'Number.isInteger accepts 2 ** 53, which may have been rounded already.';
            return isDeepStrictEqual(accepted?.[field], sent)
              ? 'a value of another type is accepted.'
              : 'a value of another type is converted, or replaced by the zero value.';
          },
        );
      }
    }
  });

  examine('the result is a plain object with the declared properties only', async (load) => {
    const { Optional, validate } = await dtos(load);
    const sent = Object.assign(Object.create({ text: 'inherited' }), { price: 1, admin: true });
    const result = await validate(Optional, sent);
    same(
      result,
      { value: { text: '', price: 1, count: 0, open: false } },
      'validate(Optional, {"price":1,"admin":true}), where the input inherits {"text":"inherited"}',
      ({ value = {} }) =>
        'admin' in value
          ? 'properties that the DTO does not declare are copied.'
          : 'inherited properties of the input are read. Use Object.hasOwn.',
    );
  });

  examine('an input that is not an object is one problem', async (load) => {
    const { Optional, validate } = await dtos(load);
    for (const input of [[], null, undefined, 'text', 5, true])
      same(
        await validate(Optional, input),
        { problems: [{ field: '', problem: 'must be an object' }] },
        `validate(Optional, ${show(input)})`,
        'an array, null or a primitive value is treated like an object.',
      );
  });

  examine('a class without @field is refused', async (load) => {
    const { validate } = await load('framework/validate.ts');
    class Undecorated {
      name!: string;
    }
    let problem = 'no error';
    try {
      await validate(Undecorated, { name: 'rye' });
    } catch (error) {
      problem = String(error);
    }
    if (/^TypeError: .*Undecorated/.test(problem)) return;
    fail(
      `validate with a class that has no @field: ${problem}`,
      'a TypeError with the name of the class',
      'validate goes on without any property, so every body passes and its content is lost.',
    );
  });
});

step(3, (_check, examine) => {
  examine('min and max are inclusive limits', async (load) => {
    const { problemsOf } = await ruled(load);
    for (const [field, sent, expected] of [
      ['name', 'abc', []],
      ['name', 'ab', ['must have at least 3 characters']],
      ['name', 'abcdef', ['must have at most 5 characters']],
      ['name', 'abcde', []],
      ['size', 3, []],
      ['size', 2.9, ['must be at least 3']],
      ['size', 5, []],
      ['size', 5.1, ['must be at most 5']],
      ['name', '', ['must have at least 3 characters']],
    ] as const) {
      same(
        await problemsOf({ [field]: sent }),
        expected,
        `The problems of ${show({ [field]: sent })}, with min=3 and max=5`,
        (found) => {
          if (expected.length === 0) {
            const isText = typeof sent === 'string';
            // The problem names the limit that the value is equal to.
            if (found.length === 1 && found[0].includes(String(isText ? sent.length : sent)))
              return 'the limit itself is refused. A value that is equal to it passes.';
            const inverted = 'a limit is compared in the wrong direction. A test returns true if the value passes.';
            if (found.length === 1) return inverted;
            return isText
              ? ['a string itself is compared with the limits, and not the number of its characters.', inverted]
              : ['a number is treated like a string, and its length is compared with the limits.', inverted];
          }
          if (found.length > 0) return 'the problem is worded differently.';
          return sent === ''
            ? 'an empty string that was sent is treated like an absent one. The rules apply to it.'
            : 'min and max are not applied, or the limit is compared in the wrong direction.';
        },
      );
    }
    same(
      await problemsOf({}),
      [],
      'The problems of {}',
      'the rules are applied to the zero value of an absent property.',
    );
  });

  examine('a character is a code point', async (load) => {
    const { problemsOf } = await ruled(load);
    same(
      await problemsOf({ name: '🥖🥐🥯🥨🍞' }),
      [],
      'The problems of five emoji',
      'string.length counts an emoji twice.',
    );
    same(
      await problemsOf({ name: '🥖🥐' }),
      ['must have at least 3 characters'],
      'The problems of two emoji',
      'string.length counts an emoji twice.',
    );
  });

  examine('email accepts addresses and nothing else, quickly', async (load) => {
    const { problemsOf } = await ruled(load);
    for (const email of [random.email(), 'first.last+tag@mail.example.org', "o'neill@example.ie", 'A@B.CO'])
      same(await problemsOf({ email }), [], `The problems of ${email}`, (found) =>
        String(found).includes('undefined')
          ? 'min and max are tested even if the tag does not have them, so the limit is undefined.'
          : 'the pattern is too strict.',
      );
    const long = 'a'.repeat(50_000);
    // From short to long: a pattern that takes exponential time would never come to an end with the long ones.
    for (const email of ['a'.repeat(28), `a@${'a'.repeat(28)}`, `a@${'a.'.repeat(14)}`, long]) {
      const { user } = process.cpuUsage();
      await problemsOf({ email });
      const milliseconds = Math.round(process.cpuUsage().user - user) / 1000;
      if (milliseconds < 500) continue;
      fail(
        `The email rule took ${milliseconds} ms for ${email.length} characters that start with ${email.slice(0, 5)}.`,
        'less than 500 ms of processor time',
        'the pattern repeats something that contains a repetition, such as (a+)+, so it tries every way to divide the characters (ReDoS).',
      );
    }
    for (const email of [
      'me',
      'a@b',
      '@example.com',
      'a b@example.com',
      'a@example.com\n',
      'a..b@example.com',
      '.a@example.com',
      'a@-x.com',
      long,
      `a@${long}`,
      `a@${'a.'.repeat(25_000)}`,
    ])
      same(
        await problemsOf({ email }),
        ['must be an email address'],
        `The problems of ${email.slice(0, 40)}`,
        'the pattern is too generous.',
      );
  });

  examine('a property can have several problems', async (load) => {
    const { problemsOf } = await ruled(load);
    same(
      await problemsOf({ contact: 'x' }),
      ['must be an email address', 'must have at least 5 characters'],
      'The problems of {"contact":"x"}, with email and min=5',
      (found) =>
        found.length === 2
          ? 'the problems are worded differently, or in another order: email comes before min and max.'
          : 'the checks of a property end with its first problem.',
    );
    same(
      await problemsOf({ contact: 5 }),
      ['must be a string'],
      'The problems of {"contact":5}',
      'the rules are applied to a value of the wrong type.',
    );
  });
});

step(4, (check, examine) => {
  examine('a DTO is compiled once', async (load, blocks) => {
    const { field, fieldsOf } = await load('framework/field.ts');
    const { validate } = await load('framework/validate.ts');
    class Bread {
      @field('required') name!: string;
    }
    // Where the result is kept is up to you. What matters is how often the list of fields is gone through.
    const isByTheSteps = (await parserOf(load)) !== undefined;
    let reads = 0;
    if (isByTheSteps) countReads(fieldsOf(Bread));
    else await expectNoParsing(load, blocks);
    for (let i = 0; i < 100; i++)
      same(
        await validate(Bread, { name: 'rye' }),
        { value: { name: 'rye' } },
        'The result',
        'the second call returns something else.',
      );

    function countReads(list: Map<string, unknown>): void {
      for (const name of [Symbol.iterator, 'entries', 'keys', 'values', 'forEach'] as const) {
        const method = list[name];
        Object.defineProperty(list, name, {
          value: (...args: unknown[]) => {
            reads++;
            return Reflect.apply(method, list, args);
          },
        });
      }
    }
    if (reads > 3)
      fail(
        `The fields of the DTO were gone through ${reads} times for 100 inputs.`,
        'once',
        'validate compiles the DTO for every input.',
      );
    const namesake = (() => {
      class Bread {
        @field('integer') count!: number;
      }
      return Bread;
    })();
    same(
      await validate(namesake, { count: 2 }),
      { value: { count: 2 } },
      'The result for another class with the same name',
      'what was compiled is kept under the name of the class, and two files may use the same name. Use the class itself as the key.',
    );
  });

  examine('InvalidBody is an HttpError with the problems', async (load) => {
    const { HttpError } = await load('framework/http-error.ts');
    const { InvalidBody } = await load('framework/validate.ts');
    if (InvalidBody === undefined)
      fail('validate.ts exports no InvalidBody.', 'a class', 'the class is missing, or not exported.');
    const problems = [{ field: 'name', problem: 'is required' }];
    const error = new InvalidBody(problems);
    same(
      [error instanceof HttpError, error.status, error.message, error.problems],
      [true, 400, 'Invalid request', problems],
      '[error instanceof HttpError, status, message, problems]',
      'InvalidBody does not extend HttpError, or has another status, message or property.',
    );
  });

  examine('a handler that forgets to await bind does not end the process', async (load) => {
    const ctx = await contextWith(load, '{"name":5}');
    const { Bread } = await breadDto(load);
    let unhandled = 0;
    const count = () => unhandled++;
    process.on('unhandledRejection', count);
    void ctx.bind(Bread);
    // Node reports an unhandled rejection before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', count);
    same(unhandled, 0, 'The number of unhandled rejections, after a bind without await', [
      'bind returns its promise as it is, so nobody handles the rejection, and Node ends a process over that. Use guarded.',
      "bind is async, so its caller gets another promise, which guarded hasn't seen.",
    ]);
    let bound: unknown;
    const error = await ctx.bind(Bread).then(
      (value: unknown) => {
        bound = value;
      },
      (reason: Error) => reason,
    );
    same(
      error?.message,
      'Invalid request',
      'The message of the error that await ctx.bind(…) throws for {"name":5}',
      error !== undefined
        ? 'bind throws something other than an InvalidBody.'
        : isDeepStrictEqual(bound, { name: 5 })
          ? 'bind returns the body without checking it.'
          : 'bind does not throw an InvalidBody if there are problems, or swallows it.',
    );
  });

  examine(
    'bind returns what the DTO describes, and keeps nothing for the next body',
    async (load) => {
      const { field } = await load('framework/field.ts');
      class Order {
        @field('required') bread!: string;
        @field() note!: string;
        @field('integer') count!: number;
      }
      class Gift extends Order {
        @field('required') to!: string;
      }
      const bind = async (dto: unknown, body: string) =>
        (await contextWith(load, body)).bind(dto).then(
          (value: object) => ({ value: { ...value } }),
          (error: { problems?: unknown; message: string }) => ({ problems: error.problems ?? error.message }),
        );
      const raw = 'bind validates the body, and then returns the body itself. Return the value of the result.';
      const first = await (await contextWith(load, '{"bread":"rye","role":"admin"}')).bind(Order);
      same(
        { ...first },
        { bread: 'rye', note: '', count: 0 },
        'ctx.bind(Order) for {"bread":"rye","role":"admin"}',
        raw,
      );
      const second = await (await contextWith(load, '{"bread":"spelt","note":"for Ann","count":2}')).bind(Order);
      const shared =
        'all bodies get the same object, so a request sees what another one has sent. Create one for each body.';
      same(
        { ...first },
        { bread: 'rye', note: '', count: 0 },
        'The first result, after a second body was bound',
        shared,
      );
      same({ ...second }, { bread: 'spelt', note: 'for Ann', count: 2 }, 'The second result', shared);
      const lost = 'bind throws an InvalidBody without the problems that validate has found.';
      const both = {
        problems: [
          { field: 'bread', problem: 'is required' },
          { field: 'count', problem: 'must be an integer' },
        ],
      };
      same(await bind(Order, '{"count":"2"}'), both, 'The problems of the error, for {"count":"2"}', lost);
      const inherited =
        'what was compiled for a class is found by its subclasses, too. Use a WeakMap with the class as the key.';
      const missing = { problems: [{ field: 'to', problem: 'is required' }] };
      same(
        await bind(Gift, '{"bread":"rye"}'),
        missing,
        'ctx.bind(Gift), which extends Order, without a field `to`',
        inherited,
      );
      const unsafe = 'bind calls JSON.parse itself. parseJson also refuses keys that could replace a prototype.';
      const refused = { problems: 'Invalid request' };
      for (const body of ['{"bread":"rye","__proto__":{"role":"admin"}}', '{"bread":"rye","note":'])
        same(await bind(Order, body), refused, `ctx.bind(Order) for ${body}`, unsafe);
    },
    { isRule: true },
  );

  check('a valid order is accepted, and an invalid body is 400', async (app) => {
    const email = random.email();
    const bread = random.word().slice(0, 10);
    const accepted = await app.post('/orders', { bread, count: 2, email, price: 0 });
    accepted.status(201).json({ ordered: [`${bread}, still warm`, `${bread}, still warm`] });
    for (const body of [
      { bread, count: -1, email },
      { bread, count: 1e9, email },
      { bread: 5, count: 1, email },
      { bread, count: 1 },
      [],
      '{bad',
    ]) {
      (await app.post('/orders', body)).error(400, 'Invalid request', ({ code }) =>
        code === 201
          ? 'bind returns the body without checking it.'
          : code === 500
            ? 'bind throws something other than an InvalidBody.'
            : undefined,
      );
    }
  });
});

step(5, (_check, examine) => {
  examine('validate accepts schemas that are written by hand', async (load) => {
    const { validate } = await load('framework/validate.ts');
    const value = { at: random.number() };
    const passing = schema(() => ({ value }));
    same(
      await validate(passing, {}),
      { value },
      'The result of a schema that passes',
      () => 'the value of the schema is not returned as { value }.',
    );
    same(
      await validate(
        schema(() => ({ value, issues: undefined })),
        {},
      ),
      { value },
      'The result of a schema that passes with { value, issues: undefined }',
      "the result has a property issues with the value undefined, so 'issues' in result is true. Compare result.issues with undefined.",
    );
    const failing = schema(() => ({
      issues: [
        { message: 'is late', path: ['stops', 0, { key: 'city' }] },
        { message: 'is odd' },
        { message: 'is far', path: [] },
      ],
    }));
    same(
      await validate(failing, {}),
      {
        problems: [
          { field: 'stops.0.city', problem: 'is late' },
          { field: '', problem: 'is odd' },
          { field: '', problem: 'is far' },
        ],
      },
      'The result of a schema that fails',
      ({ problems }) =>
        problems?.[0]?.problem === undefined
          ? 'the issues are not translated into problems.'
          : ['a key of the path that is an object is not unwrapped.', 'an issue without a path is not expected.'],
    );
    const callable = Object.assign(() => {}, passing);
    same(
      await validate(callable, {}),
      { value },
      'The result of a schema that is a function, as in ArkType',
      'only objects are taken for schemas.',
    );
  });

  examine('validate returns a promise only if the schema does', async (load) => {
    const { validate } = await load('framework/validate.ts');
    const { Bread } = await breadDto(load);
    const value = random.word();
    const later = validate(
      schema(async () => ({ value })),
      {},
    );
    same(
      later instanceof Promise,
      true,
      'validate(an asynchronous schema) instanceof Promise',
      'the promise of the schema is taken for its result.',
    );
    same(
      await later,
      { value },
      'What the promise of validate(an asynchronous schema) resolves to',
      () => 'the value of the schema is not returned as { value }.',
    );
    for (const [what, result] of [
      ['a DTO', validate(Bread, {})],
      [
        'a synchronous schema',
        validate(
          schema(() => ({ value })),
          {},
        ),
      ],
    ] as const)
      same(
        result instanceof Promise,
        false,
        `validate(${what}) instanceof Promise`,
        what === 'a DTO'
          ? 'validate is an async function, so everything waits.'
          : 'the result of every schema becomes a promise. Use isPromise, and call `then` only on a promise.',
      );
  });

  examine('validate accepts a zod schema, and bind accepts any schema', async (load) => {
    const { validate } = await load('framework/validate.ts');
    const trip = z.object({ city: z.string('must be a string'), days: z.array(z.int('must be an integer')) });
    const sent = { city: random.word(), days: [1, 2] };
    same(
      await validate(trip, sent),
      { value: sent },
      'The result of a zod schema',
      'the value of the result is not passed on.',
    );
    same(
      await validate(trip, { city: 'x', days: [1, 'two'] }),
      { problems: [{ field: 'days.1', problem: 'must be an integer' }] },
      'The problems of a zod schema',
      'the issues are not translated.',
    );
    const bound = await (await contextWith(load, JSON.stringify(sent))).bind(trip);
    same(bound, sent, 'ctx.bind(a zod schema)', 'bind returns something other than the value of the result.');
    const slow = schema(async (input) =>
      typeof input === 'string' ? { value: input } : { issues: [{ message: 'no' }] },
    );
    const late = await (await contextWith(load, '"text"')).bind(slow);
    same(late, 'text', 'ctx.bind(an asynchronous schema)', 'bind does not wait for the schema.');
    const error = await (await contextWith(load, '5')).bind(slow).then(
      () => undefined,
      (reason: Error) => reason,
    );
    same(error?.message, 'Invalid request', 'The rejection of ctx.bind(an asynchronous schema)', [
      'validate does not translate the issues that an asynchronous schema resolves to.',
      'bind does not look at the problems of an asynchronous schema.',
    ]);
  });

  examine(
    'a schema that fails accepts nothing',
    async (load) => {
      const { validate } = await load('framework/validate.ts');
      const thrown = new RangeError('no connection');
      const failing = {
        'a schema that throws': schema(() => {
          throw thrown;
        }),
        'a schema that rejects': schema(async () => Promise.reject(thrown)),
      };
      for (const [what, broken] of Object.entries(failing)) {
        const because =
          'the error of a schema is caught, and its input counts as valid or as invalid. Nobody knows which: let it through.';
        same(await outcomeOf(() => validate(broken, {})), String(thrown), `validate with ${what}`, because);
        const ctx = await contextWith(load, '{}');
        same(await outcomeOf(() => ctx.bind(broken)), String(thrown), `ctx.bind with ${what}`, because);
      }
    },
    { isRule: true },
  );
});

/**
 * By the steps, tags are parsed in `rules.ts` before anything is validated, so `parseTag` is what is examined. A design of one's own has
 * no such function: there, the results of `validate` show how a tag was understood.
 */
async function parserOf(load: Load): Promise<((tag: string) => Record<string, unknown>) | undefined> {
  const isThere = existsSync(join(process.env.TRELLIS_SRC ?? '', 'framework', 'rules.ts'));
  return isThere ? (await load('framework/rules.ts')).parseTag : undefined;
}

/** For each tag a value that it accepts, and one that it refuses. */
async function expectTags(load: Load): Promise<void> {
  const { field } = await load('framework/field.ts');
  const { validate } = await load('framework/validate.ts');
  const word = random.word();
  const table: [tag: string, accepted: unknown, refused: unknown][] = [
    ['string', '', 5],
    ['required', word, ''],
    ['required,email', random.email(), word],
    [`min=${word.length},required`, word, word.slice(1)],
    ['string,max=0', '', word],
    ['number,min=-0.5', -0.5, -0.6],
    ['integer,required,min=-3,max=12', 12, 13],
    ['integer,required,min=-3,max=12', -3, -4],
    ['boolean', false, 'false'],
    ['boolean,required', true, false],
  ];
  for (const [tag, accepted, refused] of table) {
    class Tagged {
      @field(tag) value!: unknown;
    }
    const because = `the tag '${tag}' is not understood, or a rule of it is not applied.`;
    const good = `validate with the tag '${tag}' and ${show({ value: accepted })}`;
    same(await validate(Tagged, { value: accepted }), { value: { value: accepted } }, good, because);
    const { problems = [] } = (await validate(Tagged, { value: refused })) ?? {};
    const bad = `The number of problems of ${show({ value: refused })}, with the tag '${tag}'`;
    same(problems.length, 1, bad, because);
  }
}

type Class = new () => object;

async function expectProperties(load: Load, Parent: Class, Child: Class): Promise<void> {
  const { validate } = await load('framework/validate.ts');
  const missing = { problems: [{ field: 'name', problem: 'is required' }] };
  same(
    await validate(Parent, {}),
    missing,
    'validate(Bread, {}), for a class with a required name',
    'a property is lost.',
  );
  const sent = { layers: 2, note: 'x', name: 'rye', price: 7 };
  const all = await validate(Child, sent);
  const lost =
    'the properties of the parent are lost, or come after those of the class, or a property without @field is kept.';
  same(
    Object.entries(all?.value ?? {}),
    [
      ['name', 'rye'],
      ['note', 'x'],
      ['layers', 2],
    ],
    'Cake, which extends Bread',
    lost,
  );
  const added = 'the properties of a class are added to those of its parent.';
  same(await validate(Parent, sent), { value: { name: 'rye', note: 'x' } }, 'Bread, which Cake extends', added);
}

/** A value of the wrong type is refused at once. With a long tag, that costs more only if the tag is read again. */
async function expectNoParsing(load: Load, blocks: CountBlocks): Promise<void> {
  const { field } = await load('framework/field.ts');
  const { validate } = await load('framework/validate.ts');
  class Short {
    @field('required') name!: string;
  }
  class Long {
    @field('string,required,email,min=5,max=500') name!: string;
  }
  const workFor = async (dto: Class) => {
    await validate(dto, { name: 5 });
    await blocks();
    for (let i = 0; i < 50; i++) await validate(dto, { name: 5 });
    return Math.round((await blocks()) / 50);
  };
  const [few, many] = [await workFor(Short), await workFor(Long)];
  if (many <= 2 * few + 10) return;
  fail(
    `A property with five rules costs ${many} units of work for a value of the wrong type, and one with a single rule ${few}.`,
    'about the same, because the rules are not needed',
    'validate compiles the DTO for every input.',
  );
}

async function outcomeOf(work: () => unknown): Promise<string> {
  try {
    return `the value ${JSON.stringify(await work())}`;
  } catch (error) {
    return String(error);
  }
}

async function dtos(load: Load) {
  const { field } = await load('framework/field.ts');
  const { validate } = await load('framework/validate.ts');
  class Optional {
    @field() text!: string;
    @field('number') price!: number;
    @field('integer') count!: number;
    @field('boolean') open!: boolean;
  }
  class Required {
    @field('required') text!: string;
    @field('number,required') price!: number;
    @field('integer,required') count!: number;
    @field('boolean,required') open!: boolean;
  }
  return { Optional, Required, validate };
}

/** The problems of an input, without their fields. */
async function ruled(load: Load) {
  const { field } = await load('framework/field.ts');
  const { validate } = await load('framework/validate.ts');
  class Ruled {
    @field('min=3,max=5') name!: string;
    @field('number,min=3,max=5') size!: number;
    @field('email') email!: string;
    @field('email,min=5') contact!: string;
  }
  const problemsOf = async (input: object): Promise<unknown> => {
    const { problems = [] } = (await validate(Ruled, input)) ?? {};
    return problems.map(({ problem }: { problem: string }) => problem);
  };
  return { problemsOf };
}

async function breadDto(load: Load) {
  const { field } = await load('framework/field.ts');
  class Bread {
    @field('required') name!: string;
  }
  return { Bread };
}

/** A context whose request has this body. */
async function contextWith(load: Load, body: string) {
  const { Context } = await load('framework/context.ts');
  return new Context({ body: async () => Buffer.from(body) }, {});
}

const schema = (validate: (input: unknown) => unknown) => ({ '~standard': { version: 1, vendor: 'check', validate } });

function show(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner) => (inner === Number.POSITIVE_INFINITY ? 'Infinity' : inner)) ?? String(value)
  );
}

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  return new Error('no error');
}

/** The message contains all of these. */
function says(error: Error, parts: (string | RegExp)[], cause: string): void {
  const missing = parts.filter((part) =>
    typeof part === 'string' ? !error.message.includes(part) : !part.test(error.message),
  );
  if (missing.length === 0) return;
  const problem = error.message === 'no error' ? 'No error was thrown.' : `The message is: ${error.message}`;
  fail(
    problem,
    `a message with ${parts.map((part) => (typeof part === 'string' ? `"${part}"` : String(part))).join(', ')}`,
    cause,
  );
}

/** What `validate` has returned, or the list of problems. */
// biome-ignore lint/suspicious/noExplicitAny: it comes from the learner's code.
type CauseOf = (actual: any) => string | string[];

function same(received: unknown, expected: unknown, what: string, cause: string | string[] | CauseOf): void {
  const actual = withPrototype(received);
  if (isDeepStrictEqual(actual, expected)) return;
  // JSON shows neither classes nor properties that are undefined.
  const looksEqual = show(actual) === show(expected);
  throw new CheckFailure({
    problem: `${what}: the value is different.`,
    received: looksEqual ? inspect(actual, { breakLength: Number.POSITIVE_INFINITY }) : show(actual),
    expected: looksEqual ? inspect(expected, { breakLength: Number.POSITIVE_INFINITY }) : show(expected),
    cause: looksEqual ? whyUnequal(actual as object) : causeOf(actual, cause),
  });
}

function whyUnequal(actual: object): string {
  const extra = Object.entries(actual).find(([, value]) => value === undefined)?.[0];
  return extra === undefined
    ? 'the value is an instance of a class, and must be a plain object.'
    : `the object has a property ${extra} with the value undefined. Leave it out.`;
}

/** An object without a prototype is as plain as one with braces. */
function withPrototype(result: unknown): unknown {
  const { value } = (result ?? {}) as { value?: unknown };
  const isBare = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
  return isBare ? { ...(result as object), value: { ...value } } : result;
}

function causeOf(actual: unknown, cause: string | string[] | CauseOf): string | string[] {
  if (typeof cause !== 'function') return cause;
  if (actual === undefined || actual === null) return 'nothing is returned.';
  if (typeof actual === 'object' && 'value' in actual && 'problems' in actual)
    return 'the result has both properties. Return either { value } or { problems }.';
  return cause(actual);
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
