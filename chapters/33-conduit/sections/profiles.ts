import type { Behaviour } from '#check';
import { cast, fieldsOf, hasExactly, join, newUser, refused } from '../conduit.ts';

/** Section 5: profiles. */
export function profiles(behaviour: Behaviour): void {
  behaviour('a profile has four fields', ['P1', '04'], async (app) => {
    const { ann, guest } = await cast(app);
    const response = await guest.get(`/profiles/${ann.username}`);
    response.status(200);
    hasExactly(response, response.body, ['profile'], 'a body');
    hasExactly(response, response.body.profile, fieldsOf.profile, 'a profile');
    response.expect(response.body.profile.username === ann.username, `the username ${ann.username}`);
  });

  behaviour('a guest follows nobody', ['P1', '10'], async (app) => {
    const { ann, guest } = await cast(app);
    const follower = await join(app);
    (await follower.post(`/profiles/${ann.username}/follow`)).status(200);
    const response = await guest.get(`/profiles/${ann.username}`);
    response.status(200).expect(response.body.profile.following === false, '"following" to be false without a token');
  });

  behaviour('a profile is found regardless of case', ['P2', '06'], async (app) => {
    const { ann, guest } = await cast(app);
    const response = await guest.get(`/profiles/${ann.username.toUpperCase()}`);
    response.status(200).expect(response.body.profile.username === ann.username, `the username ${ann.username}`);
  });

  for (const [method, tail] of [
    ['GET', ''],
    ['POST', '/follow'],
    ['DELETE', '/follow'],
  ] as const) {
    behaviour(`${method} of an unknown profile${tail && ' and /follow'} is 404`, ['P3', '02'], async (app) => {
      const { ann } = await cast(app);
      refused(await ann.send(method, `/profiles/${newUser().username}${tail}`), 404, 'profile');
    });
  }

  behaviour('following a user responds with the profile', ['P4', '16'], async (app) => {
    const { ben } = await cast(app);
    const follower = await join(app);
    const response = await follower.post(`/profiles/${ben.username}/follow`);
    response.status(200);
    hasExactly(response, response.body.profile, fieldsOf.profile, 'a profile');
    response.expect(response.body.profile.following === true, '"following" to be true');
    const profile = await follower.get(`/profiles/${ben.username}`);
    profile.status(200).expect(profile.body.profile.following === true, '"following" to be true from now on');
  });

  behaviour('unfollowing a user responds with the profile', ['P5', '16'], async (app) => {
    const { ben, cara } = await cast(app);
    const follower = await join(app);
    (await follower.post(`/profiles/${ben.username}/follow`)).status(200);
    (await follower.post(`/profiles/${cara.username}/follow`)).status(200);
    const response = await follower.delete(`/profiles/${ben.username}/follow`);
    response.status(200).expect(response.body.profile?.following === false, '"following" to be false');
    const profile = await follower.get(`/profiles/${ben.username}`);
    profile.status(200).expect(profile.body.profile.following === false, '"following" to be false from now on');
    const other = await follower.get(`/profiles/${cara.username}`);
    other.status(200).expect(other.body.profile.following === true, 'the other user to be followed still');
  });

  behaviour('following twice is like following once', ['P6', '06'], async (app) => {
    const { ben } = await cast(app);
    const follower = await join(app);
    for (const _ of [1, 2]) {
      const response = await follower.post(`/profiles/${ben.username}/follow`);
      response.status(200).expect(response.body.profile.following === true, '"following" to be true');
    }
    const response = await follower.delete(`/profiles/${ben.username}/follow`);
    response.status(200).expect(response.body.profile.following === false, 'one unfollow to be enough');
  });

  behaviour('unfollowing somebody who is not followed succeeds', ['P6', '06'], async (app) => {
    const { ann } = await cast(app);
    const stranger = await join(app);
    const response = await ann.delete(`/profiles/${stranger.username}/follow`);
    response.status(200).expect(response.body.profile?.following === false, '"following" to be false');
  });

  behaviour('following has one direction and one follower', ['P7', '16'], async (app) => {
    const [follower, followed, other] = await Promise.all([join(app), join(app), join(app)]);
    (await follower.post(`/profiles/${followed.username}/follow`)).status(200);
    const back = await followed.get(`/profiles/${follower.username}`);
    back.status(200).expect(back.body.profile.following === false, `${followed.username} not to follow back`);
    const third = await other.get(`/profiles/${followed.username}`);
    third.status(200).expect(third.body.profile.following === false, 'a third user not to follow anybody');
  });

  behaviour('nobody can follow themselves', ['P8', '07'], async (app) => {
    const { ann } = await cast(app);
    refused(await ann.post(`/profiles/${ann.username}/follow`), 422, 'profile');
    const response = await ann.get(`/profiles/${ann.username}`);
    response.status(200).expect(response.body.profile.following === false, '"following" to be false');
  });
}
