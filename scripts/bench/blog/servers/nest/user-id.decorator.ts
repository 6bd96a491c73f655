import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** The user that the guard has found. */
export const UserId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ userId: string }>().userId,
);
