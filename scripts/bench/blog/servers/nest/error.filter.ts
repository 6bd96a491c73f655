import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { Refused } from '../shared/refused.ts';

/** Errors as the contract wants them: `{ error }`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: Error, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const status = statusOf(error);
    const message = status === 404 && !/^Post/.test(error.message) ? 'Not Found' : error.message;
    response.status(status).json({ error: status === 400 ? 'Invalid request' : message });
  }
}

function statusOf(error: Error): number {
  if (error instanceof Refused) return error.status;
  return error instanceof HttpException ? error.getStatus() : 500;
}
