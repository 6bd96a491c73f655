import { module } from 'trellis';
import { AuthModule } from './auth.module.ts';
import { BearerAuth } from './bearer-auth.ts';
import { TokensService } from './tokens.service.ts';

/** Signed tokens. Only the API issues and accepts them. */
export const TokensModule = module('TokensModule', {
  imports: [AuthModule],
  exports: [BearerAuth, TokensService],
  declarations: [BearerAuth, TokensService],
});
