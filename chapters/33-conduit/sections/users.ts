import { type Behaviour, random } from '#check';
import { Caller, cast, fieldsOf, hasExactly, join, long, newUser, refused } from '../conduit.ts';

/** What nobody can have as an email, whatever the request. */
export const notEmails = [
  ...[
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a da@example.com',
    'ada@b@example.com',
    'ada@example.',
    'ada@.com',
  ],
];

/** Section 3: accounts. */
export function users(behaviour: Behaviour): void {
  behaviour('a registration responds with 201 and the user', ['U1', '08'], async (app) => {
    const user = newUser();
    const response = await new Caller(app).post('/users', { user });
    response.status(201);
    hasExactly(response, response.body, ['user'], 'a body');
    hasExactly(response, response.body.user, fieldsOf.user, 'a user');
    response.expect(response.body.user.username === user.username, `the username ${user.username}`);
    response.expect(response.body.user.email === user.email, `the email ${user.email}`);
  });

  behaviour('the token of a registration is that of the new user', ['U1', '09'], async (app) => {
    const member = await join(app);
    const response = await member.get('/user');
    response.status(200).expect(response.body.user.email === member.email, `the email ${member.email}`);
  });

  behaviour('a new user has neither a bio nor an image', ['U2', '08'], async (app) => {
    const response = await new Caller(app).post('/users', { user: newUser() });
    const { bio, image } = response.status(201).body.user;
    response.expect(bio === null && image === null, '"bio" and "image" to be null');
  });

  for (const field of ['username', 'email', 'password'] as const) {
    behaviour(`a registration without ${field} is 422`, ['U3', '07'], async (app) => {
      const { [field]: _, ...others } = newUser();
      refused(await new Caller(app).post('/users', { user: others }), 422, field);
    });

    behaviour(`a registration with a blank ${field} is 422`, ['U3', '07'], async (app) => {
      for (const blank of ['', '            '])
        refused(await new Caller(app).post('/users', { user: { ...newUser(), [field]: blank } }), 422, field);
    });
  }

  for (const email of notEmails) {
    behaviour(`${email} is not an email`, ['U4', '07'], async (app) => {
      refused(await new Caller(app).post('/users', { user: { ...newUser(), email } }), 422, 'email');
    });
  }

  behaviour('an email has at most 254 characters', ['U4', '07'], async (app) => {
    const email = (length: number) => `${random.word()}@${long(length)}.example.com`;
    refused(await new Caller(app).post('/users', { user: { ...newUser(), email: email(250) } }), 422, 'email');
    (await new Caller(app).post('/users', { user: { ...newUser(), email: email(40) } })).status(201);
  });

  behaviour('a password has at least 8 characters', ['U5', '08'], async (app) => {
    refused(await new Caller(app).post('/users', { user: { ...newUser(), password: '1234567' } }), 422, 'password');
    (await new Caller(app).post('/users', { user: { ...newUser(), password: '12345678' } })).status(201);
  });

  behaviour('a long password is used as a whole, or refused', ['U5', '08'], async (app) => {
    const user = { ...newUser(), password: `${long(80)}first` };
    const response = await new Caller(app).post('/users', { user });
    if (response.code === 422) return refused(response, 422, 'password');
    response.status(201);
    const { email, password } = user;
    (await new Caller(app).post('/users/login', { user: { email, password } })).status(200);
    const other = { email, password: `${long(80)}other` };
    refused(await new Caller(app).post('/users/login', { user: other }), 401, 'credentials');
  });

  behaviour('a username has at most 40 characters', ['U6', '07'], async (app) => {
    refused(await new Caller(app).post('/users', { user: { ...newUser(), username: long(41) } }), 422, 'username');
    const username = `${long(29)}${random.word()}`;
    (await new Caller(app).post('/users', { user: { ...newUser(), username } })).status(201);
  });

  for (const [what, character] of [
    ['a slash', '/'],
    ['a line break', '\n'],
    ['a tab', '\t'],
  ] as const) {
    behaviour(`a username with ${what} is 422`, ['U6', '07'], async (app) => {
      const username = `${random.word()}${character}b`;
      refused(await new Caller(app).post('/users', { user: { ...newUser(), username } }), 422, 'username');
    });
  }

  behaviour('a username that is only one or two dots is 422', ['U6', '07'], async (app) => {
    for (const username of ['.', '..'])
      refused(await new Caller(app).post('/users', { user: { ...newUser(), username } }), 422, 'username');
  });

  behaviour('a username may contain blanks, dots and other scripts', ['U6', '02'], async (app) => {
    const username = `Ада. 50%?#&+%41${random.word()}`;
    (await new Caller(app).post('/users', { user: { ...newUser(), username } })).status(201);
    const response = await new Caller(app).get(`/profiles/${encodeURIComponent(username)}`);
    response.status(200).expect(response.body.profile.username === username, `the profile ${username}`);
  });

  behaviour('a username that is taken is 409', ['U7', '08'], async (app) => {
    const { ann } = await cast(app);
    refused(await ann.post('/users', { user: { ...newUser(), username: ann.username } }), 409, 'username');
    refused(
      await ann.post('/users', { user: { ...newUser(), username: ann.username.toUpperCase() } }),
      409,
      'username',
    );
  });

  behaviour('an email that is taken is 409', ['U7', '08'], async (app) => {
    const { ann } = await cast(app);
    refused(await ann.post('/users', { user: { ...newUser(), email: ann.email } }), 409, 'email');
    refused(await ann.post('/users', { user: { ...newUser(), email: ann.email.toUpperCase() } }), 409, 'email');
  });

  behaviour('if both are taken, both are named', ['U7', '08'], async (app) => {
    const { ann, ben } = await cast(app);
    const user = { ...newUser(), username: ann.username, email: ben.email };
    refused(await ann.post('/users', { user }), 409, 'username', 'email');
  });

  behaviour('a refused registration leaves the existing user alone', ['U7', '08'], async (app) => {
    const { ann } = await cast(app);
    const password = `${random.word()} other`;
    refused(await ann.post('/users', { user: { ...newUser(), email: ann.email, password } }), 409, 'email');
    const { email } = ann;
    (await ann.post('/users/login', { user: { email, password: ann.password } })).status(200);
    refused(await ann.post('/users/login', { user: { email, password } }), 401, 'credentials');
  });

  behaviour('names keep the case in which they were written', ['U8', '08'], async (app) => {
    const word = random.word();
    const user = { ...newUser(), username: `Ada-${word}`, email: `Ada.${word}@Example.com` };
    const created = await new Caller(app).post('/users', { user });
    const shown = await new Caller(app, created.status(201).body.user.token).get('/user');
    for (const response of [created, shown.status(200)]) {
      response.expect(response.body.user.username === user.username, `the username ${user.username}`);
      response.expect(response.body.user.email === user.email, `the email ${user.email}`);
    }
  });

  behaviour('a login responds with 200 and the user', ['U9', '09'], async (app) => {
    const { ann, guest } = await cast(app);
    const { email, password, username } = ann;
    const response = await guest.post('/users/login', { user: { email, password } });
    response.status(200);
    hasExactly(response, response.body.user, fieldsOf.user, 'a user');
    response.expect(response.body.user.username === username, `the user ${username}`);
    (await new Caller(app, response.body.user.token).get('/user')).status(200);
  });

  behaviour('a login ignores the case of the email', ['U9', '09'], async (app) => {
    const { ann, guest } = await cast(app);
    const { email, password } = ann;
    (await guest.post('/users/login', { user: { email: email.toUpperCase(), password } })).status(200);
  });

  behaviour('a login does not ignore the case of the password, nor blanks around it', ['U9', '09'], async (app) => {
    const { ann, guest } = await cast(app);
    const { email, password } = ann;
    for (const wrong of [password.toUpperCase(), ` ${password}`, `${password} `])
      refused(await guest.post('/users/login', { user: { email, password: wrong } }), 401, 'credentials');
  });

  behaviour('a wrong password and an unknown email get the same response', ['U10', '09'], async (app) => {
    const { ann, guest } = await cast(app);
    const wrong = await guest.post('/users/login', { user: { email: ann.email, password: 'not the password' } });
    const unknown = await guest.post('/users/login', {
      user: { email: newUser().email, password: 'not the password' },
    });
    refused(wrong, 401, 'credentials');
    refused(unknown, 401, 'credentials');
    unknown.expect(unknown.content === wrong.content, `the same body as for a wrong password: ${wrong.content}`);
  });

  for (const field of ['email', 'password'] as const) {
    behaviour(`a login without ${field} is 422`, ['U11', '07'], async (app) => {
      const { ann, guest } = await cast(app);
      const { [field]: _, ...others } = { email: ann.email, password: ann.password };
      refused(await guest.post('/users/login', { user: others }), 422, field);
      refused(await guest.post('/users/login', { user: { ...others, [field]: '' } }), 422, field);
    });
  }
}
