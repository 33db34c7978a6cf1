import { consoleFile, consolePage } from './http/console.ts'
import type { Handler } from './http/context.ts'
import { health } from './http/health.ts'
import { MAX_JSON_BYTES } from './http/json-body.ts'
import { batch, preview, render } from './http/render.ts'
import * as schemas from './http/route-schemas.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  replaceTemplate,
  templateTags,
} from './http/templates.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** `key`: needs the x-api-key header. There is no default. */
  readonly auth: 'public' | 'key'
  readonly schema: object
  readonly handler: Handler
  /** Largest JSON body; absent: 1 MB. Multipart bodies have the bounds of the upload. */
  readonly bodyLimitBytes?: number
}

const BATCH_BYTES = 10 * MAX_JSON_BYTES

/** THE list of routes. @source docs/contract/documents.md, Endpoints */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/health', auth: 'public', schema: schemas.health, handler: health },
  {
    method: 'POST',
    path: '/templates',
    auth: 'key',
    schema: schemas.createTemplate,
    handler: createTemplate,
  },
  {
    method: 'GET',
    path: '/templates',
    auth: 'key',
    schema: schemas.listTemplates,
    handler: listTemplates,
  },
  {
    method: 'GET',
    path: '/templates/:slug',
    auth: 'key',
    schema: schemas.readTemplate,
    handler: readTemplate,
  },
  {
    method: 'PUT',
    path: '/templates/:slug',
    auth: 'key',
    schema: schemas.replaceTemplate,
    handler: replaceTemplate,
  },
  {
    method: 'DELETE',
    path: '/templates/:slug',
    auth: 'key',
    schema: schemas.deleteTemplate,
    handler: deleteTemplate,
  },
  {
    method: 'GET',
    path: '/templates/:slug/tags',
    auth: 'key',
    schema: schemas.templateTags,
    handler: templateTags,
  },
  { method: 'POST', path: '/render', auth: 'key', schema: schemas.render, handler: render },
  {
    method: 'POST',
    path: '/render/batch',
    auth: 'key',
    schema: schemas.batch,
    handler: batch,
    bodyLimitBytes: BATCH_BYTES,
  },
  {
    method: 'POST',
    path: '/render/preview',
    auth: 'key',
    schema: schemas.preview,
    handler: preview,
  },
  {
    method: 'GET',
    path: '/console',
    auth: 'public',
    schema: schemas.consolePage,
    handler: consolePage,
  },
  {
    method: 'GET',
    path: '/console/:file',
    auth: 'public',
    schema: schemas.consoleFile,
    handler: consoleFile,
  },
]
