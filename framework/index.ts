export { type App, type AppOptions, createApp } from './app.ts';
export type { Lifecycle } from './core/container.ts';
export { type Class, inject, type NamedToken, type Token, token } from './core/inject.ts';
export { type Declaration, type Factory, type Module, module, type Provider, provide } from './core/module.ts';
export { type Dto, field, type Problem, type Schema } from './dto/field.ts';
export type { SendFileOptions } from './files/send-file.ts';
export type { Context } from './http/context.ts';
export type { CookieOptions } from './http/cookies.ts';
export type { Limits } from './http/defaults.ts';
export { HttpError, InvalidBody } from './http/errors.ts';
export { bodyLimit } from './middlewares/body-limit.ts';
export { type CrossOriginOptions, crossOriginProtection } from './middlewares/cross-origin-protection.ts';
export { type JsonOnlyOptions, jsonOnly } from './middlewares/json-only.ts';
export { requestId } from './middlewares/request-id.ts';
export { requestTimeout } from './middlewares/request-timeout.ts';
export { pagePolicy, type SecurityHeadersOptions, securityHeaders } from './middlewares/security-headers.ts';
export { type ConfigurableMiddleware, use } from './middlewares/use.ts';
export * from './observe/index.ts';
export { api } from './platforms/api.ts';
export { UsageError } from './platforms/cli/arguments.ts';
export { type CliOptions, cli } from './platforms/cli/cli.ts';
export { command, type Usage } from './platforms/cli/command.ts';
export type { CliPlatform, HttpPlatform, Platform } from './platforms/platform.ts';
export { type StaticFilesOptions, staticFiles } from './platforms/web/files/static-files.ts';
export { type Html, type HtmlValue, html, raw } from './platforms/web/html/html.ts';
export { type Page, type WebOptions, web } from './platforms/web/web.ts';
export type { ListenOptions } from './protection/limited-server.ts';
export { type ResourceController, resource } from './routing/resource.ts';
export type {
  ConfiguredMiddleware,
  Controller,
  FlatRoute,
  Handler,
  Method,
  Middleware,
  MiddlewareEntry,
  Next,
  Route,
} from './routing/route.ts';
export { type Match, Router } from './routing/router.ts';
export { Cache } from './services/cache.ts';
export { Clock } from './services/clock.ts';
export { type Connections, Database } from './services/database.ts';
export { DatabaseError, type DatabaseErrorCode } from './services/database-errors.ts';
export { type IncrementOptions, KeyValue, type SetOptions } from './services/key-value.ts';
export { Log, type LogFields } from './services/log/log.ts';
export { printable } from './services/printable.ts';
export { type OptionalSql, type Sql, type SqlPart, type SqlValue, sql } from './services/sql.ts';
export { Unavailable } from './services/unavailable.ts';
export { earlyHints } from './streams/early-hints.ts';
export type { EventSourceOf, EventsOptions, ServerSentEvent, Subscription } from './streams/events.ts';
export type { StreamOptions } from './streams/send-stream.ts';
export type { Description } from './trace/description.ts';
