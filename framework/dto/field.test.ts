import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { type Dto, field, type Schema, schemaOf, type ValidationResult, validate } from './field.ts';

class LoginDTO {
  @field('required,email') email!: string;
  @field('required') password!: string;
}

class RegisterDTO {
  @field('required,email') email!: string;
  @field('required,min=8') password!: string;
  @field('required') name!: string;
}

class CreatePostDTO {
  @field('required') title!: string;
  @field('required') content!: string;
}

class UpdatePostDTO {
  @field() title!: string;
  @field() content!: string;
  @field('boolean') published!: boolean;
}

class ProductDTO {
  @field('number,min=0') price!: number;
  @field('integer,required') stock!: number;
  @field('boolean') hidden?: boolean;
}

test('valid input is returned as a plain object', () => {
  const valid: [Dto<unknown>, object][] = [
    [LoginDTO, { email: 'ada@example.com', password: 'x' }],
    [RegisterDTO, { email: 'ada@example.com', password: '12345678', name: 'Ada' }],
    [CreatePostDTO, { title: 'A title', content: 'Some content' }],
    [UpdatePostDTO, { title: 'A title', content: '', published: true }],
    [ProductDTO, { price: 9.5, stock: 3, hidden: false }],
  ];
  for (const [dto, input] of valid) assert.deepEqual(validate(dto, input), { value: input });
});

test('invalid input returns every problem, with its field', () => {
  assert.deepEqual(validate(RegisterDTO, { email: 'ada', password: '1234567' }), {
    problems: [
      { field: 'email', problem: 'must be an email address' },
      { field: 'password', problem: 'must have at least 8 characters' },
      { field: 'name', problem: 'is required' },
    ],
  });
});

test('a problem never contains the value that was sent', () => {
  const secret = 'hunter2';
  const result = validate(RegisterDTO, { email: secret, password: secret, name: [secret], [secret]: secret });
  assert.ok('problems' in result);
  assert.doesNotMatch(JSON.stringify(result), /hunter2/);
});

test('a field absent from the body has its zero value', () => {
  assert.deepEqual(validate(UpdatePostDTO, {}), { value: { title: '', content: '', published: false } });
  assert.deepEqual(validate(UpdatePostDTO, { title: null, published: null }), {
    value: { title: '', content: '', published: false },
  });
});

test('unknown keys are dropped, and the others are in the order of the class', () => {
  const result = validate(CreatePostDTO, { author_id: 'somebody else', content: 'c', id: 1, title: 't' });
  assert.equal(JSON.stringify(result), '{"value":{"title":"t","content":"c"}}');
});

test('the result is a plain object with own properties only, whatever keys the input has', () => {
  const input = JSON.parse(
    '{"title":"t","content":"c","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  );
  const result = validate(CreatePostDTO, input);
  assert.ok('value' in result);
  assert.equal(Object.getPrototypeOf(result.value), Object.prototype);
  assert.deepEqual(Object.getOwnPropertyDescriptors(result.value), {
    title: { value: 't', writable: true, enumerable: true, configurable: true },
    content: { value: 'c', writable: true, enumerable: true, configurable: true },
  });
  assert.equal(({} as { admin?: boolean }).admin, undefined);
  assert.equal(input.title, 't');

  // Absent fields are not looked up in a prototype that came with the body.
  assert.deepEqual(validate(UpdatePostDTO, JSON.parse('{"__proto__":{"title":"forged"}}')), {
    value: { title: '', content: '', published: false },
  });
});

test('an object without a prototype is accepted', () => {
  const input = Object.assign(Object.create(null), { title: 't', content: 'c' });
  assert.deepEqual(validate(CreatePostDTO, input), { value: { title: 't', content: 'c' } });
});

test('input that is not an object is a problem of the whole body', () => {
  for (const input of [null, undefined, [], [{ title: 't' }], 'text', '', 0, 1, true]) {
    for (const from of ['json', 'form'] as const) {
      assert.deepEqual(validate(UpdatePostDTO, input, from), {
        problems: [{ field: '', problem: 'must be an object' }],
      });
    }
  }
});

test('numbers and booleans in a form are parsed from strings', () => {
  const sent = { price: '9.50', stock: '3', hidden: 'on', other: 'x' };
  assert.deepEqual(validate(ProductDTO, sent, 'form'), { value: { price: 9.5, stock: 3, hidden: true } });
  assert.deepEqual(validate(ProductDTO, { price: '', stock: '1' }, 'form'), {
    value: { price: 0, stock: 1, hidden: false },
  });
  assert.deepEqual(validate(ProductDTO, {}, 'form'), { problems: [{ field: 'stock', problem: 'is required' }] });
  assert.deepEqual(validate(ProductDTO, sent), {
    problems: [
      { field: 'price', problem: 'must be a number' },
      { field: 'stock', problem: 'must be an integer' },
      { field: 'hidden', problem: 'must be true or false' },
    ],
  });
});

test('a wrong tag throws where the class is defined, naming field, tag and what is allowed', () => {
  assert.throws(
    () =>
      class {
        @field('requird' as never) email!: string;
      },
    /^TypeError: @field\('requird'\) email: 'requird' isn't a rule for strings\. Their rules are: required, email, min=<integer>, max=<integer>\./,
  );
  assert.throws(
    () =>
      class {
        @field('number,min=1,min=2' as never) age!: string;
      },
    /^TypeError: @field\('number,min=1,min=2'\) age: 'min' appears twice/,
  );
});

test('a property that a body cannot have is refused where the class is defined', () => {
  const refused = /a body can't have this property/;
  assert.throws(
    () =>
      class {
        @field() static title: string;
        content = '';
      },
    refused,
  );
  assert.throws(
    () =>
      class {
        @field() #title = '';
      },
    refused,
  );
  assert.throws(
    () =>
      class {
        @field() [Symbol.iterator] = '';
      },
    refused,
  );
  assert.throws(
    () =>
      class {
        @field() ['__proto__'] = '';
      },
    refused,
  );
  assert.throws(
    () =>
      class {
        @field() toString: unknown = '';
      },
    refused,
  );
});

test('a DTO inherits the fields of its parent, and the parent gets none of its own', () => {
  class BaseDTO {
    @field('required') title!: string;
  }
  class FirstDTO extends BaseDTO {
    @field('boolean') published!: boolean;
  }
  class SecondDTO extends BaseDTO {
    @field('integer') views!: number;
    @field() override title = '';
  }
  class PlainDTO extends FirstDTO {}
  const keys = (dto: Dto<unknown>) => {
    const result = validate(dto, { title: 't' }) as ValidationResult<unknown>;
    return 'value' in result ? Object.keys(result.value as object) : result.problems;
  };
  assert.deepEqual(keys(BaseDTO), ['title']);
  assert.deepEqual(keys(FirstDTO), ['title', 'published']);
  assert.deepEqual(keys(SecondDTO), ['title', 'views']);
  assert.deepEqual(keys(PlainDTO), ['title', 'published']);
  assert.deepEqual(validate(BaseDTO, {}), { problems: [{ field: 'title', problem: 'is required' }] });
  assert.deepEqual(validate(SecondDTO, {}), { value: { title: '', views: 0 } });
});

test('a class without @field is refused as a DTO, and the error says what to do', () => {
  class Forgotten {
    title!: string;
  }
  assert.throws(
    () => validate(Forgotten, {}),
    /^TypeError: Forgotten is neither a DTO nor a Standard Schema\. A DTO is a class with @field\(\) on each property/,
  );
  assert.throws(
    () => validate(undefined as never, {}),
    /^TypeError: undefined is neither .* files that import each other/,
  );
  assert.throws(() => validate({} as never, {}), /neither a DTO nor a Standard Schema/);
});

test('the schema of a DTO is compiled once for each source', () => {
  assert.equal(schemaOf(LoginDTO), schemaOf(LoginDTO));
  assert.equal(schemaOf(LoginDTO), schemaOf(LoginDTO, 'json'));
  assert.equal(schemaOf(LoginDTO, 'form'), schemaOf(LoginDTO, 'form'));
  assert.notEqual(schemaOf(LoginDTO), schemaOf(LoginDTO, 'form'));
  assert.deepEqual(schemaOf(CreatePostDTO).parse({ title: 't', content: 'c', id: 1 }), { title: 't', content: 'c' });
});

test('an instance made by hand has zero values too, or those that it was given', () => {
  class DraftDTO extends UpdatePostDTO {
    @field() subtitle = 'none yet';
  }
  assert.deepEqual({ ...new DraftDTO() }, { title: '', content: '', published: false, subtitle: 'none yet' });
  assert.throws(() => validate(DraftDTO, {}), {
    message:
      "DraftDTO.subtitle has an initial value, which bind() would ignore: an absent field is '', 0 or false. " +
      'Remove it, and choose the value in the handler.',
  });
});

test('a zod schema is used as it is, synchronously if it can be', async () => {
  const Post = z.object({ title: z.string(), author: z.object({ name: z.string() }) });
  assert.deepEqual(validate(Post, { title: 't', author: { name: 'n' }, id: 1 }), {
    value: { title: 't', author: { name: 'n' } },
  });
  const wrong = validate(Post, { title: 't', author: { name: 1 } });
  assert.ok(!(wrong instanceof Promise) && 'problems' in wrong);
  assert.deepEqual(
    wrong.problems.map(({ field }) => field),
    ['author.name'],
  );

  const Unique = z.object({ name: z.string().refine(async (name) => name !== 'taken', 'is taken') });
  const later = validate(Unique, { name: 'taken' });
  assert.ok(later instanceof Promise);
  assert.deepEqual(await later, { problems: [{ field: 'name', problem: 'is taken' }] });
  assert.deepEqual(await validate(Unique, { name: 'free' }), { value: { name: 'free' } });
});

test('any Standard Schema works, even one that is a function or returns its paths as objects', async () => {
  const even: Schema<number> = Object.assign(() => {}, {
    '~standard': {
      version: 1 as const,
      vendor: 'this test',
      validate: (value: unknown) =>
        typeof value === 'number' && value % 2 === 0
          ? { value }
          : { issues: [{ message: 'must be even' }, { message: 'too', path: [{ key: 'list' }, 0, Symbol('s')] }] },
    },
  });
  assert.deepEqual(validate(even, 2), { value: 2 });
  assert.deepEqual(validate(even, 3), {
    problems: [
      { field: '', problem: 'must be even' },
      { field: 'list.0.Symbol(s)', problem: 'too' },
    ],
  });
});
