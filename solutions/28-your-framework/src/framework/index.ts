export { type App, createApp } from './app.ts';
export type { Context } from './context.ts';
export type { Controller, Route } from './controller.ts';
export { field } from './field.ts';
export { HttpError } from './http-error.ts';
export { inject } from './inject.ts';
export { type Module, module, provide } from './module.ts';
export type { Handler, Middleware, Next } from './route.ts';
export { Clock, Database, Log } from './services.ts';
