import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { AuthService } from './auth.service.ts';
import { RefreshDto } from './dto.ts';

@Controller('auth')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Post('refresh')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  refresh(@Body() { refresh_token }: RefreshDto) {
    return this.auth.refresh(refresh_token);
  }
}
