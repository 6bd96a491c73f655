import { randomBytes, randomUUID } from 'node:crypto';
import { Database, inject } from 'trellis';
import { digest } from '../src/auth/digest.ts';

/** A voucher for the wireless network of the hotel. The code itself is not part of it. */
export interface Voucher {
  id: string;
  room: number;
}

/** Stores the vouchers. */
export class VouchersService {
  @inject(Database) private readonly db!: Database;

  async create(room: number): Promise<Voucher & { code: string }> {
    const code = `wifi_${randomBytes(16).toString('hex')}`;
    const voucher: Voucher = { id: randomUUID(), room };
    await this.db.run`insert into vouchers (id, room, code_digest) values (${voucher.id}, ${room}, ${digest(code)})`;
    return { ...voucher, code };
  }

  async cancel(id: string, room: number): Promise<void> {
    await this.db.run`delete from vouchers where id = ${id} and room = ${room}`;
  }

  find(code: string): Promise<Voucher | undefined> {
    return this.db.get<Voucher>`select id, room from vouchers where code_digest = ${digest(code)}`;
  }
}
