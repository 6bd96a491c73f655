import 'reflect-metadata';
import { BadRequestException, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import cookieParser from 'cookie-parser';
import helmet from 'helmet';
import { CORS, MOST_BYTES, port, SECURITY_HEADERS } from '../shared/blog.ts';
import { AppModule } from './app.module.ts';
import { ErrorFilter } from './error.filter.ts';

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false, bodyParser: false });
// None of the others hashes its responses.
app.disable('etag');
app.use(helmet(SECURITY_HEADERS));
app.enableCors(CORS);
app.use(cookieParser());
app.useBodyParser('json', { limit: MOST_BYTES });
app.useGlobalPipes(new ValidationPipe({ exceptionFactory: () => new BadRequestException() }));
app.useGlobalFilters(new ErrorFilter());
await app.listen(port, '127.0.0.1');
