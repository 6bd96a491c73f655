import type { WrongDesign } from '#check';

const fifth = 'somebody who registers with a handle gets it back, as a fifth field';
const without = 'without a handle, everything is as before';
const known = 'the handle leads to what everybody may know about its owner';
const spelling = 'upper and lower case make no difference';
const nobody = 'a handle that nobody has is 404';
const characters = 'a handle has 3 to 20 ASCII letters, digits or underscores';
const one = 'a handle belongs to one user';
const kept = 'an email that is taken keeps no handle';
const race = 'of several who want the same handle at the same time, one gets it';
const emails = 'of several registrations with one email at the same time, one gets its handle';
const halves = 'if the database fails, a registration has happened as a whole or not at all';

const transaction = 'one-transaction';
const undone = 'user-first-and-undone';
const released = 'handle-first-and-released';
const controller = 'auth/auth.controller.ts';
const service = 'users/users.service.ts';
const handles = 'users/handles.ts';

export default [
  {
    summary: 'A query beforehand says whether a handle is taken, and no table refuses it.',
    of: undone,
    edits: [
      { file: 'handles/handles.service.ts', find: 'create unique index', replace: 'create index' },
      {
        file: 'handles/handles.service.ts',
        find: '    try {\n',
        replace: '    if ((await this.find(handle)) !== undefined) return false;\n    try {\n',
      },
    ],
    fails: [race, 'other requests run in between'],
  },
  {
    summary: 'Nobody looks whether a handle is taken.',
    of: undone,
    edits: [{ file: 'handles/handles.service.ts', find: 'create unique index', replace: 'create index' }],
    fails: [one, 'the handle is not unique'],
  },
  {
    summary: 'The second one gets the handle of the first.',
    of: released,
    edits: [
      {
        file: handles,
        find: 'on conflict do nothing',
        replace: 'on conflict (key) do update set owner = excluded.owner',
      },
    ],
    fails: [one, 'the handle is not unique'],
  },
  {
    summary: 'The user stays when the handle is refused.',
    of: undone,
    edits: [{ file: controller, find: '      if (!isGiven) await this.users.delete(user.id);\n', replace: '' }],
    fails: [one, 'the user of a refused registration is stored'],
  },
  {
    summary: 'The handle stays when the user is refused.',
    of: released,
    edits: [{ file: controller, find: '        await this.handles.release(id);\n', replace: '' }],
    fails: [kept, 'the handle is stored before the user'],
  },
  {
    summary: 'When the user is refused, the handle of the first registration with this email goes.',
    of: released,
    edits: [
      { file: controller, find: 'await this.handles.release(id);', replace: 'await this.handles.release(email);' },
      { file: controller, find: 'const id = uuid();', replace: 'const id = uuid();\n    void id;' },
      { file: controller, find: 'this.handles.claim(handle, id)', replace: 'this.handles.claim(handle, email)' },
      {
        file: service,
        find: 'select id, email, name, created_at from users where id = ${id}',
        replace: 'select id, email, name, created_at from users where email = ${id}',
      },
    ],
    fails: [kept, 'because somebody else has tried to register'],
  },
  {
    summary: 'The two rows are stored one after another, without a transaction.',
    of: transaction,
    edits: [
      {
        file: service,
        find: 'return this.db.transaction(async (tx) => {',
        replace: 'return (async (tx: Database) => {',
      },
      {
        file: service,
        find: '      return { ...created, handle };\n    });',
        replace: '      return { ...created, handle };\n    })(this.db);',
      },
    ],
    fails: [halves, 'what the calls before it have stored is still there'],
  },
  {
    summary: 'The user is only removed if the handle is taken, and not if the database fails.',
    of: undone,
    edits: [
      {
        file: controller,
        find: '    } finally {\n',
        replace: '    } catch (error) {\n      throw new Error(String(error));\n    }\n    {\n',
      },
    ],
    fails: [halves, 'what the calls before it have stored is still there'],
  },
  {
    summary: 'An error of the second insert is ignored.',
    of: undone,
    edits: [{ file: 'handles/handles.service.ts', find: '      throw error;\n', replace: '      return true;\n' }],
    fails: [halves, 'the error of the database is ignored'],
  },
  {
    summary: 'Any unique error is one of the email.',
    of: transaction,
    edits: [{ file: service, find: "'handle already taken'", replace: "'email already registered'" }],
    fails: [one, 'its error has the message for an email'],
  },
  {
    summary: 'Handles are compared as they were typed.',
    of: released,
    edits: [
      { file: handles, find: 'values (${handle.toLowerCase()}, ${handle}', replace: 'values (${handle}, ${handle}' },
      { file: handles, find: 'where key = ${handle.toLowerCase()}', replace: 'where key = ${handle}' },
    ],
    fails: [spelling, 'the handle is looked up as it was typed'],
  },
  {
    summary: 'Handles are looked up without regard to case, but unique with regard to it.',
    of: undone,
    edits: [{ file: 'handles/handles.service.ts', find: 'on handles (lower(handle))', replace: 'on handles (handle)' }],
    fails: [spelling, 'the handle is compared with regard to case'],
  },
  {
    summary: 'A handle is stored in lower case.',
    of: transaction,
    edits: [{ file: service, find: '${created.id}, ${handle},', replace: '${created.id}, ${handle.toLowerCase()},' }],
    fails: [spelling, 'the handle is shown in lower case'],
  },
  {
    summary: 'A handle is looked up with like, so an underscore stands for any character.',
    of: undone,
    edits: [
      {
        file: 'handles/handles.service.ts',
        find: 'lower(handle) = lower(${handle})',
        replace: 'handle like ${handle}',
      },
    ],
    fails: [nobody, '`_` stands for any character'],
  },
  {
    summary: 'Users without a handle share the empty one.',
    of: transaction,
    edits: [
      { file: service, find: "    if (handle === '') return insertUser(this.db, user);\n", replace: '' },
      {
        file: service,
        find: 'return { ...created, handle };',
        replace: 'return { ...created, ...(handle && { handle }) };',
      },
    ],
    fails: [without, 'count as two with the same one'],
  },
  {
    summary: 'The profile shows the row of the user.',
    of: released,
    edits: [
      {
        file: 'users/users.controller.ts',
        find: 'return { handle: found?.handle, name: user.name, created_at: user.created_at };',
        replace: 'return { ...user, handle: found?.handle };',
      },
    ],
    fails: [known, 'emails are private'],
  },
  {
    summary: 'The response has no handle.',
    of: undone,
    edits: [{ file: controller, find: 'return { ...user, handle };', replace: 'return user;' }],
    fails: [fifth, 'the handle is left out'],
  },
  {
    summary: 'Umlauts are letters, too.',
    of: transaction,
    edits: [{ file: controller, find: '/^[A-Za-z0-9_]{3,20}$/', replace: '/^[\\p{L}0-9_]{3,20}$/u' }],
    fails: [characters, 'takes more characters for allowed'],
  },
  {
    summary: 'The flags i and u together let the Kelvin sign through.',
    of: transaction,
    edits: [{ file: controller, find: '/^[A-Za-z0-9_]{3,20}$/', replace: '/^[a-z0-9_]{3,20}$/iu' }],
    fails: [characters, 'Regular expressions have flags'],
  },
  {
    summary: 'It is enough if a part of a handle has the right characters.',
    of: transaction,
    edits: [{ file: controller, find: '/^[A-Za-z0-9_]{3,20}$/', replace: '/[A-Za-z0-9_]{3,20}/' }],
    fails: [characters, 'takes more characters for allowed'],
  },
  {
    summary: 'A handle of two characters is accepted.',
    of: released,
    edits: [{ file: 'auth/auth.dto.ts', find: 'min=3,max=20', replace: 'min=2,max=20' }],
    fails: [characters, 'Expected status 400, got 201'],
  },
  {
    summary: 'A handle of 20 characters is refused.',
    of: released,
    edits: [{ file: 'auth/auth.dto.ts', find: 'min=3,max=20', replace: 'min=3,max=19' }],
    fails: [characters, 'is refused, and has 20 allowed characters'],
  },
  {
    summary: 'The handles are in memory.',
    of: transaction,
    edits: [
      { file: service, find: 'create table if not exists handles', replace: 'create temp table if not exists handles' },
      { file: service, find: ' references users (id)', replace: '' },
    ],
    fails: ['a restart keeps the handles', 'the handles are only in memory'],
  },
  {
    summary: 'With a taken email, the handle goes to the user who has the email.',
    of: released,
    edits: [
      { file: controller, find: '        await this.handles.release(id);\n', replace: '' },
      { file: service, find: 'where id = ${id}', replace: 'where id = ${id} or email_key is not null limit 1' },
    ],
    fails: [emails, 'the handle is stored before the user'],
  },
] satisfies WrongDesign[];
