import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthService } from './auth.service.ts';

@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly auth: AuthService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { userId: string }>();
    request.userId = await this.auth.identify(request.headers.authorization, request.cookies.session_id);
    http.getResponse<Response>().set('Cache-Control', 'no-store');
    return true;
  }
}
