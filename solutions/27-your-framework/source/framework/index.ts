// #region step-1
export { type App, type AppOptions, createApp } from './app.ts';
export type { Lifecycle } from './container.ts';
export type { Context } from './context.ts';
export type { Controller, MiddlewareEntry, Route } from './controller.ts';
export { type Dto, field } from './field.ts';
export { HttpError } from './http-error.ts';
export { type Class, inject, type Token } from './inject.ts';
export { type Module, module, type Provider, provide } from './module.ts';
export type { Handler, Method, Middleware, Next } from './route.ts';
export { Clock, Database, Log } from './services.ts';
export { InvalidBody, type Problem, type Schema } from './validate.ts';
// #starter
// // Step 1: everything that an application may import from 'trellis'.
// export {};
// #endregion
