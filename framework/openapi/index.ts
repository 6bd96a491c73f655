export {
  type Content,
  describe,
  type RequestBody,
  type ResponseDescription,
  type RouteDescription,
  type SecurityScheme,
  type Shape,
} from './describe.ts';
export { type OpenApiDocument, type OpenApiOptions, type Operation, openApi } from './document.ts';
