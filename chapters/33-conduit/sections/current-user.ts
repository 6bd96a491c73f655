import { type Behaviour, random } from '#check';
import { Caller, cast, fieldsOf, hasExactly, join, long, refused } from '../conduit.ts';
import { notEmails } from './users.ts';

const notImages = [
  ...[
    'nonsense',
    'javascript:alert(1)',
    'javascript:alert(1)//https://example.com',
    'data:text/html,https://example.com',
  ],
  ...[
    'javascript:alert(1)\nhttps://example.com',
    'ftp://example.com/a.png',
    '//example.com/a.png',
    'https:',
    'https://',
  ],
];

/** Section 4: the current user. */
export function currentUser(behaviour: Behaviour): void {
  behaviour('GET /api/user responds with the user', ['C1', '10'], async (app) => {
    const { ann } = await cast(app);
    const response = await ann.get('/user');
    response.status(200);
    hasExactly(response, response.body.user, fieldsOf.user, 'a user');
    response.expect(response.body.user.email === ann.email, `the email ${ann.email}`);
  });

  behaviour('GET /api/user contains a token that works', ['C1', '10'], async (app) => {
    const { ben } = await cast(app);
    const response = await ben.get('/user');
    const again = await new Caller(app, response.status(200).body.user.token).get('/user');
    again.status(200).expect(again.body.user.username === ben.username, `the user ${ben.username}`);
  });

  for (const [field, value] of [
    ['bio', 'I cook.'],
    ['image', 'https://example.com/ada.png'],
    ['username', `renamed-${random.word()}`],
    ['email', `renamed-${random.email()}`],
  ] as const) {
    behaviour(`${field} can be changed alone`, ['C2', '12'], async (app) => {
      const member = await join(app);
      const before = (await member.get('/user')).status(200).body.user;
      const response = await member.put('/user', { user: { [field]: value } });
      response.status(200);
      hasExactly(response, response.body.user, fieldsOf.user, 'a user');
      for (const other of ['username', 'email', 'bio', 'image'])
        response.expect(
          response.body.user[other] === (other === field ? value : before[other]),
          `"${other}" to be ${JSON.stringify(other === field ? value : before[other])}`,
        );
      const after = await member.get('/user');
      after
        .status(200)
        .expect(after.body.user[field] === value, `"${field}" to be ${JSON.stringify(value)} from now on`);
    });
  }

  behaviour('several fields can be changed at once', ['C2', '12'], async (app) => {
    const member = await join(app);
    const changes = { bio: random.sentence(), image: 'http://example.com/b.png', username: random.word() };
    const response = await member.put('/user', { user: changes });
    response.status(200);
    for (const [field, value] of Object.entries(changes))
      response.expect(response.body.user[field] === value, `"${field}" to be ${JSON.stringify(value)}`);
  });

  behaviour('an empty object changes nothing', ['C2', '12'], async (app) => {
    const { cara } = await cast(app);
    const before = (await cara.get('/user')).status(200).body.user;
    const response = await cara.put('/user', { user: {} });
    response.status(200);
    for (const field of ['username', 'email', 'bio', 'image'])
      response.expect(response.body.user[field] === before[field], `"${field}" to be ${JSON.stringify(before[field])}`);
    const { email, password } = cara;
    (await cara.post('/users/login', { user: { email, password } })).status(200);
  });

  behaviour('an empty password leaves the password and the tokens as they are', ['C3', '07'], async (app) => {
    const member = await join(app);
    const response = await member.put('/user', { user: { bio: 'I cook.', password: '' } });
    response.status(200).expect(response.body.user.bio === 'I cook.', '"bio" to be changed');
    (await member.get('/user')).status(200);
    const { email, password } = member;
    (await member.post('/users/login', { user: { email, password } })).status(200);
  });

  for (const [field, ...values] of [
    ['username', '', '  ', null, 5, ['a'], long(41), 'a/b', 'a\nb', 'a\u0085b', '..'],
    ['email', '', ' ', null, 5, ['a@example.com'], `${long(250)}@example.com`, ...notEmails],
    ['password', null, 12345678, ['a password'], 'short', '1234567', '                '],
    ['bio', 5, long(1001), ['a']],
    ['image', 5, ['https://example.com'], `https://example.com/${long(2000)}`, ...notImages],
  ] as const) {
    behaviour(`an invalid ${field} is 422`, [field === 'bio' || field === 'image' ? 'C4' : 'C3', '07'], async (app) => {
      const { cara } = await cast(app);
      for (const value of values) refused(await cara.put('/user', { user: { [field]: value } }), 422, field);
    });
  }

  behaviour('bio and image can be removed', ['C4', '12'], async (app) => {
    const member = await join(app);
    const both = { bio: 'I cook.', image: 'https://example.com/a.png' };
    for (const nothing of [null, '']) {
      (await member.put('/user', { user: both })).status(200);
      const response = await member.put('/user', { user: { bio: nothing, image: nothing } });
      const { bio, image } = response.status(200).body.user;
      response.expect(bio === null && image === null, '"bio" and "image" to be null');
    }
  });

  behaviour('a bio may have 1,000 characters', ['C4', '07'], async (app) => {
    const member = await join(app);
    const response = await member.put('/user', { user: { bio: long(1000) } });
    response.status(200).expect(response.body.user.bio === long(1000), 'the whole bio');
  });

  behaviour('the username of another user is 409', ['C5', '08'], async (app) => {
    const { ann, ben } = await cast(app);
    refused(await ann.put('/user', { user: { username: ben.username.toUpperCase() } }), 409, 'username');
    refused(await ann.put('/user', { user: { email: ben.email.toUpperCase() } }), 409, 'email');
  });

  behaviour('your own names can be written in another case', ['C5', '08'], async (app) => {
    const member = await join(app);
    const changes = { username: member.username.toUpperCase(), email: member.email.toUpperCase() };
    const response = await member.put('/user', { user: changes });
    response.status(200).expect(response.body.user.username === changes.username, `the username ${changes.username}`);
  });

  behaviour('if one field is invalid, none changes', ['C6', '06'], async (app) => {
    const { ann } = await cast(app);
    refused(await ann.put('/user', { user: { bio: 'half', email: 'nonsense' } }), 422, 'email');
    const response = await ann.get('/user');
    response.status(200).expect(response.body.user.bio !== 'half', 'the bio as it was');
  });

  behaviour('if one field is taken, none changes', ['C6', '06'], async (app) => {
    const { ann, ben } = await cast(app);
    refused(await ann.put('/user', { user: { bio: 'half', username: ben.username } }), 409, 'username');
    const response = await ann.get('/user');
    response.status(200).expect(response.body.user.bio !== 'half', 'the bio as it was');
  });

  behaviour('after a change of the password, only the new one works', ['C7', '17'], async (app) => {
    const member = await join(app);
    const { email, password } = member;
    const changed = `${random.word()} changed`;
    (await member.put('/user', { user: { password: changed } })).status(200);
    (await new Caller(app).post('/users/login', { user: { email, password: changed } })).status(200);
    refused(await new Caller(app).post('/users/login', { user: { email, password } }), 401, 'credentials');
  });

  behaviour('a change of the password ends the tokens issued before it', ['C8', '17'], async (app) => {
    const member = await join(app);
    const { email, password } = member;
    const login = await member.post('/users/login', { user: { email, password } });
    const other = new Caller(app, login.status(200).body.user.token);
    const response = await member.put('/user', { user: { password: `${random.word()} changed` } });
    (await new Caller(app, response.status(200).body.user.token).get('/user')).status(200);
    refused(await member.get('/user'), 401, 'token');
    refused(await other.get('/user'), 401, 'token');
  });

  behaviour('a change is visible wherever the user appears', ['C9', '06'], async (app) => {
    const member = await join(app);
    const { slug } = await member.write();
    await member.comment(slug);
    const changes = { username: random.word(), bio: random.sentence(), image: 'https://example.com/c.png' };
    (await member.put('/user', { user: changes })).status(200);
    const guest = new Caller(app);
    const profile = await guest.get(`/profiles/${changes.username}`);
    profile.status(200).expect(profile.body.profile.bio === changes.bio, `the bio ${changes.bio}`);
    const article = await guest.get(`/articles/${slug}`);
    article.status(200).expect(article.body.article.author.image === changes.image, `the image ${changes.image}`);
    const comments = await guest.get(`/articles/${slug}/comments`);
    const [comment] = comments.status(200).body.comments;
    comments.expect(comment.author.username === changes.username, `the author ${changes.username}`);
    const list = await guest.get(`/articles?author=${changes.username}`);
    list.status(200).expect(list.body.articlesCount === 1, 'the article in the list of its author');
    refused(await guest.get(`/profiles/${member.username}`), 404, 'profile');
  });
}
