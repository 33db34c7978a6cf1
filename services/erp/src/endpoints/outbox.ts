import { optional } from '@oficina/api/parameter.ts'

import { webhookSecret } from '../actions/outbox/webhook-sender.ts'
import { apiError, type ApiError } from '../errors.ts'
import type { Exchange } from '../http/context.ts'
import { pagesMeta, sendData, sendRaw } from '../http/envelope.ts'
import { demandAdministrator } from '../identity/rights.ts'
import { MESSAGE_NOT_GIVEN_UP, NO_OUTBOX_MESSAGE } from '../messages/people.ts'
import { NO_RECORD } from '../messages/requests.ts'
import { PAGING } from '../query/listing/listing-request.ts'
import { choice } from '../query/parameters.ts'
import { listOutbox, retryDead } from '../store/outbox-delivery-store.ts'
import { readServerSecret } from '../store/people/secret-store.ts'
import { readRecord } from '../store/records/record-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { idOf } from './kinds.ts'

const ADMINISTERED = { auth: 'bearer', tag: 'outbox', demands: administrator } as const

function administrator({ caller }: Exchange): void {
  demandAdministrator(caller.rights)
}

/** The company's mails and webhooks, for its administrator. */
export const outbox = endpoint({
  ...ADMINISTERED,
  method: 'GET',
  path: '/api/v1/outbox',
  summary: 'The mails and webhooks of the company, newest first; for its administrator',
  query: { ...PAGING, estado: optional(choice(['pendiente', 'enviada', 'muerta'])) },
  answers: { 200: success(ROWS, PAGES) },
  failures: [422],
  handle: async ({ tools, reply, caller, values }) => {
    const { page, per_page: perPage } = values
    const { total, rows } = await writeAs(tools.database, caller.empresa, (tx) =>
      listOutbox(tx, caller.empresa, { estado: values.estado ?? null, page, perPage }),
    )
    return sendRaw(reply, rows, pagesMeta(total, values))
  },
})

/** Retries a message that was given up. */
export const retryOutbox = endpoint({
  ...ADMINISTERED,
  method: 'POST',
  path: '/api/v1/outbox/:id/retry',
  summary: 'Retry a message that was given up',
  named: { id: idOf('Id of the message.', noMessage) },
  answers: { 200: success({ type: 'object' }) },
  failures: [404, 409],
  handle: async ({ tools, reply, caller, values: { id } }) => {
    const now = new Date(tools.now())
    const outcome = await writeAs(tools.database, caller.empresa, (tx) =>
      retryDead(tx, caller.empresa, { id, now }),
    )
    switch (outcome) {
      case 'retried':
        return sendData(reply, { id: Number(id), estado: 'pendiente' })
      case 'not dead':
        throw apiError('INVALID_STATE', MESSAGE_NOT_GIVEN_UP({ id }))
      case 'unknown':
        throw noMessage(id)
    }
  },
})

function noMessage(id: string): ApiError {
  return apiError('NOT_FOUND', NO_OUTBOX_MESSAGE({ id }))
}

/** The secret with which the calls of a SuscripcionEvento are signed. */
export const subscriptionSecret = endpoint({
  ...ADMINISTERED,
  method: 'GET',
  path: '/api/v1/webhooks/:id/secret',
  summary: 'The secret that the calls of a SuscripcionEvento are signed with',
  named: { id: idOf('Id of the SuscripcionEvento.', noSubscription) },
  holdsSecret: true,
  answers: { 200: success({ type: 'object', required: ['secreto'] }) },
  failures: [404],
  handle: async ({ tools, reply, caller, values: { id } }) => {
    const model = tools.registry.models.get('SuscripcionEvento')
    const subscription =
      model === undefined
        ? undefined
        : await writeAs(tools.database, caller.empresa, (tx) =>
            readRecord(tools.registry, tx, {
              model,
              empresa: caller.empresa,
              id,
              nameOf: () => undefined,
              withLines: false,
            }),
          )
    if (subscription === undefined) throw noSubscription(id)
    const serverSecret = await readServerSecret(tools.database)
    const secreto = webhookSecret(serverSecret, { empresa: caller.empresa, subscription: id })
    return sendData(reply.header('cache-control', 'no-store'), { id: Number(id), secreto })
  },
})

function noSubscription(id: string): ApiError {
  return apiError('NOT_FOUND', NO_RECORD({ model: 'SuscripcionEvento', id }))
}
