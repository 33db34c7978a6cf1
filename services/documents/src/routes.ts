import { batch } from './endpoints/batch.ts'
import { convert } from './endpoints/convert.ts'
import { draftPreview, draftTags } from './endpoints/drafts.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { health } from './endpoints/health.ts'
import { mergeFiles } from './endpoints/merge-files.ts'
import { mergeLines } from './endpoints/merge-lines.ts'
import { merge } from './endpoints/merge.ts'
import { preview } from './endpoints/preview.ts'
import { render } from './endpoints/render.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  replaceTemplate,
  templateSchema,
  templateTags,
} from './endpoints/templates.ts'

/** THE list of endpoints. @source docs/contract/documents.md, Endpoints */
export const ROUTES: readonly Endpoint[] = [
  health, // GET /health
  createTemplate, // POST /templates
  listTemplates, // GET /templates
  readTemplate, // GET /templates/:slug
  replaceTemplate, // PUT /templates/:slug
  deleteTemplate, // DELETE /templates/:slug
  templateSchema, // GET /templates/:slug/schema
  templateTags, // GET /templates/:slug/tags
  draftTags, // POST /drafts/tags
  draftPreview, // POST /drafts/preview
  render, // POST /render
  batch, // POST /render/batch
  merge, // POST /render/merge
  mergeFiles, // POST /render/merge/files
  mergeLines, // POST /render/merge/lines
  preview, // POST /render/preview
  convert, // POST /convert
]
