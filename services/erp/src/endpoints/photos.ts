import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../errors.ts'
import { viewOf, type Asking } from '../http/context.ts'
import { namesTag } from '../http/if-none-match.ts'
import { mayDo } from '../identity/rights.ts'
import { NO_RECORD } from '../messages/requests.ts'
import { findPhoto, PICTURES } from '../store/people/photo-store.ts'
import { findReached } from '../store/records/record-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { empty } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { idOf } from './kinds.ts'
import { modelNamed } from './reports/report.ts'

const usuario = idOf('Id of a Usuario.', (text) =>
  apiError('NOT_FOUND', NO_RECORD({ model: 'Usuario', id: text })),
)

// Whatever a file says it is, nothing in it runs.
const FILE_POLICY = "default-src 'none'; sandbox"

/**
 * The caller's own picture, or that of somebody whose record he may read, so far as to see his name. It is empty where
 * there is none, also where there is no such person or he may not see it: it says no more of people than that.
 * @source docs/decisions/0244-erp-attachments.md
 */
export const photo = endpoint({
  method: 'GET',
  path: '/api/v1/auth/fotos/:id',
  auth: 'bearer',
  tag: 'session',
  summary: 'The picture of the caller, or of a Usuario whom he may read; empty where there is none',
  named: { id: usuario },
  headers: { 'if-none-match': { type: 'string' } },
  sendsFile: true,
  answers: {
    200: {
      description: 'The picture.',
      content: Object.fromEntries(PICTURES.map((type) => [type, { schema: {} }])),
    },
    204: empty('There is none.'),
    304: empty('Unchanged.'),
  },
  failures: [404],
  handle: async (exchange) => {
    const { tools, request, reply, caller, values } = exchange
    const { empresa } = caller
    const found = await writeAs(tools.database, empresa, async (tx) =>
      (await maySee(exchange, tx, values.id)) ? await findPhoto(tx, empresa, values.id) : undefined,
    )
    reply.header('cache-control', 'private, no-cache')
    const file = found && (await tools.attachments.contents.open(empresa, found.huella))
    if (found === undefined || file === undefined) return reply.code(204).send()
    const etag = `"${found.huella}"`
    reply.header('etag', etag)
    if (namesTag(request.headers['if-none-match'], etag)) {
      await file.close()
      return reply.code(304).send()
    }
    return reply
      .type(found.mime)
      .header('content-length', String(found.tamano_bytes))
      .header('content-security-policy', FILE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .send(file.createReadStream())
  },
})

async function maySee(asking: Asking, tx: Tx, id: string): Promise<boolean> {
  const { caller, tools } = asking
  if (id === caller.usuarioId) return true
  const model = modelNamed(tools.registry, 'Usuario')
  if (!mayDo(caller.rights, model, 'leer')) return false
  const seen = viewOf(asking).modelFor(model, 'leer')
  if (!seen.fieldByName.has('foto')) return false
  const reached = await findReached(tx, { model: seen, empresa: caller.empresa, lock: 'read' }, [
    id,
  ])
  return reached.has(id)
}
