import type { FastifyRequest } from 'fastify'

import type { UploadedFile } from './endpoint.ts'

export interface Received {
  readonly fields: Map<string, string>
  readonly files: readonly UploadedFile[]
}

/**
 * What a request carries: the query string and, over it, the form of the body; both count for every method.
 * @source docs/decisions/0309-chat-parameters.md
 */
export async function receivedFields(
  request: FastifyRequest,
  takesFiles: boolean,
): Promise<Received> {
  const fields = new Map<string, string>()
  const [, query = ''] = request.url.split('?', 2)
  addForm(fields, query)
  const files: UploadedFile[] = []
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value))
      else if (takesFiles) {
        const read = await part.toBuffer()
        const isTooLarge = part.file.truncated
        const bytes = isTooLarge ? Buffer.alloc(0) : read
        files.push({ name: part.filename, type: part.mimetype, bytes, isTooLarge })
      } else {
        part.file.resume()
      }
    }
  } else if (typeof request.body === 'string') addForm(fields, request.body)
  return { fields, files }
}

function addForm(fields: Map<string, string>, form: string): void {
  for (const [name, value] of new URLSearchParams(form)) fields.set(name, value)
}

// Names of programs that may be longer than what a message keeps of them.
const MAX_CLIENT = 30

/** The program that calls, from its User-Agent: the first word without its version. */
export function clientName(request: FastifyRequest): string {
  const agent = request.headers['user-agent'] ?? ''
  const name = /^[^\s/(]+/.exec(agent)?.[0] ?? 'Unspecified'
  return (name.startsWith('Mozilla') ? 'website' : name).slice(0, MAX_CLIENT)
}
