import { Injectable } from '@nestjs/common';
import type { Auth } from '../shared/auth.ts';

@Injectable()
export class AuthService {
  constructor(private readonly auth: Auth) {}

  identify(authorization: string | undefined, sessionId: string | undefined) {
    return this.auth.identify(authorization, sessionId);
  }

  refresh(token: string) {
    return this.auth.refresh(token);
  }
}
