import { Body, Controller, Get, Header, NotFoundException, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { DEPRECATION } from '../shared/blog.ts';
import { pageOf } from '../shared/paging.ts';
import { AuthGuard } from './auth.guard.ts';
import { CreatePostDto } from './dto.ts';
import { PostsService } from './posts.service.ts';
import { UserId } from './user-id.decorator.ts';

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Get('posts')
  @Header('Deprecation', DEPRECATION.Deprecation)
  @Header('Sunset', DEPRECATION.Sunset)
  async index(
    @Query('limit') limit: string | undefined,
    @Query('after') after: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { entries, link } = await this.posts.list(pageOf({ limit, after }));
    if (link !== undefined) response.set('Link', link);
    return entries;
  }

  @Get('posts/:id')
  @Header('Deprecation', DEPRECATION.Deprecation)
  @Header('Sunset', DEPRECATION.Sunset)
  async show(@Param('id') id: string) {
    const post = await this.posts.find(id);
    if (post === undefined) throw new NotFoundException('Post not found');
    return post;
  }

  @Post('posts')
  @UseGuards(AuthGuard)
  create(@Body() body: CreatePostDto, @UserId() userId: string) {
    return this.posts.create(body, userId);
  }

  @Get('my-posts')
  @UseGuards(AuthGuard)
  async mine(
    @Query('limit') limit: string | undefined,
    @Query('after') after: string | undefined,
    @UserId() userId: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { entries, link } = await this.posts.byAuthor(userId, pageOf({ limit, after }));
    if (link !== undefined) response.set('Link', link);
    return entries;
  }
}
