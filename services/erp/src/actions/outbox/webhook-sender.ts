import { createHmac } from 'node:crypto'

import type { Clock } from '@oficina/kit/clock.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'
import { postChecked } from '@oficina/outbound/checked-post.ts'

import type { OutboxRow } from '../../store/outbox-delivery-store.ts'
import type { Sender } from './sender.ts'

export interface WebhookOptions {
  readonly guard: AddressGuard
  readonly serverSecret: Buffer
  readonly now: Clock
}

type WebhookRow = Extract<OutboxRow, { tipo: 'webhook' }>

const TIMEOUT_MS = 10_000

/**
 * Posts events to their subscribers, signed, so that a subscriber knows who sends them.
 * @source docs/decisions/0212-erp-audit-and-outbox.md
 */
export function webhookSender({ guard, serverSecret, now }: WebhookOptions): Sender<WebhookRow> {
  return async (row) => {
    const body = JSON.stringify({ entrega: Number(row.id), ...row.contenido.cuerpo })
    const secret = webhookSecret(serverSecret, {
      empresa: row.empresa_id,
      subscription: String(row.contenido.suscripcion),
    })
    const answer = await postChecked(
      {
        url: row.destino,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'oficina-erp',
          'x-oficina-event': row.contenido.cuerpo.evento,
          'x-oficina-delivery': row.id,
          'x-oficina-signature': signatureOf(body, secret, now()),
        },
        body,
      },
      { guard, timeoutMs: TIMEOUT_MS },
    )
    if (!answer.ok) throw new Error(answer.error)
    if (answer.value < 200 || answer.value > 299) throw new Error(`answered ${answer.value}`)
  }
}

/**
 * `t=<seconds>,v1=<HMAC-SHA256 of "t.body" as hex>`: the time is signed too, so that an old call cannot be replayed.
 */
function signatureOf(body: string, secret: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1_000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** The secret of a subscription: derived, so that it is stored nowhere it could be read. */
export function webhookSecret(
  serverSecret: Buffer,
  details: { readonly empresa: string; readonly subscription: string },
): string {
  return createHmac('sha256', serverSecret)
    .update(`webhook/${details.empresa}/${details.subscription}`)
    .digest('base64url')
}
