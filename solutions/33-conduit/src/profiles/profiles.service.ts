import { Database, inject } from 'trellis';
import { notFound, Refused } from '../http/errors.ts';
import { type Profile, toProfile, type UserRow } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';

/** Who follows whom. */
export class ProfilesService {
  @inject(Database) private readonly db!: Database;
  @inject(UsersService) private readonly users!: UsersService;

  async show(username: string, viewer: string): Promise<Profile> {
    const user = await this.#find(username);
    const follow = await this.db.get`
      select 1 from follows where follower_id = ${viewer} and followed_id = ${user.id}`;
    return toProfile(user, follow);
  }

  async follow(username: string, follower: UserRow): Promise<Profile> {
    const user = await this.#find(username);
    if (user.id === follower.id) throw new Refused(422, { profile: ["can't be your own"] });
    await this.db.run`
      insert into follows (follower_id, followed_id) values (${follower.id}, ${user.id}) on conflict do nothing`;
    return toProfile(user, true);
  }

  async unfollow(username: string, follower: UserRow): Promise<Profile> {
    const user = await this.#find(username);
    await this.db.run`delete from follows where follower_id = ${follower.id} and followed_id = ${user.id}`;
    return toProfile(user, false);
  }

  async #find(username: string): Promise<UserRow> {
    const user = await this.users.findByName(username);
    if (user === undefined) throw notFound('profile');
    return user;
  }
}
