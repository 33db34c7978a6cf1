import { webhookSecret } from '../actions/outbox/webhook-sender.ts'
import { apiError } from '../errors.ts'
import { demandAdministrator } from '../identity/rights.ts'
import { listOutbox, retryDead } from '../store/outbox-delivery-store.ts'
import { readRecord } from '../store/record-store.ts'
import { readServerSecret } from '../store/secret-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { pageOf, pathParameter, type Exchange } from '../http/context.ts'
import { sendData, sendRaw } from '../http/envelope.ts'

/** GET /outbox: the company's mails and webhooks, for its administrator. */
export async function outbox({ tools, request, reply, caller }: Exchange) {
  demandAdministrator(caller.rights)
  const { page, perPage, values } = pageOf(request, { estado: ['pendiente', 'enviada', 'muerta'] })
  const estado = values.get('estado') ?? null
  const { total, rows } = await writeAs(tools.database, caller.empresa, (tx) =>
    listOutbox(tx, caller.empresa, { estado, page, perPage }),
  )
  return sendRaw(reply, rows, { total, page, per_page: perPage, pages: Math.ceil(total / perPage) })
}

/** POST /outbox/{id}/retry: a message that was given up is tried anew. */
export async function retryOutbox({ tools, request, reply, caller }: Exchange) {
  demandAdministrator(caller.rights)
  const id = messageId(pathParameter(request, 'id'))
  const now = new Date(tools.now())
  const outcome = await writeAs(tools.database, caller.empresa, (tx) =>
    retryDead(tx, caller.empresa, { id, now }),
  )
  switch (outcome) {
    case 'retried':
      return sendData(reply, { id: Number(id), estado: 'pendiente' })
    case 'not dead':
      throw apiError('INVALID_STATE', `The message ${id} was not given up.`)
    case 'unknown':
      throw noMessage(id)
  }
}

function messageId(id: string): string {
  if (/^[1-9]\d{0,17}$/.test(id)) return id
  throw noMessage(id)
}

function noMessage(id: string) {
  return apiError('NOT_FOUND', `There is no message ${id} in the outbox.`)
}

/** GET /webhooks/{id}/secret: what the calls of a SuscripcionEvento are signed with. */
export async function subscriptionSecret({ tools, request, reply, caller }: Exchange) {
  demandAdministrator(caller.rights)
  const id = pathParameter(request, 'id')
  const model = tools.registry.models.get('SuscripcionEvento')
  const isId = /^[1-9]\d{0,17}$/.test(id)
  const subscription =
    model === undefined || !isId
      ? undefined
      : await writeAs(tools.database, caller.empresa, (tx) =>
          readRecord(tools.registry, tx, {
            model,
            empresa: caller.empresa,
            id,
            nameOf: () => undefined,
          }),
        )
  if (subscription === undefined) {
    throw apiError('NOT_FOUND', `There is no SuscripcionEvento with id ${id}.`)
  }
  const serverSecret = await readServerSecret(tools.database)
  const secreto = webhookSecret(serverSecret, { empresa: caller.empresa, subscription: id })
  return sendData(reply.header('cache-control', 'no-store'), { id: Number(id), secreto })
}
