import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { CANCELLATION_COLUMNS, type Cancellation } from './cancellation-store.ts'
import { INTENT_COLUMNS, type Intent } from './intent-store.ts'

/** What a worker takes for himself. */
export interface Claim {
  readonly now: Date
  readonly until: Date
  readonly limit: number
  readonly of: 'due' | 'all'
}

/**
 * The CFDI that have waited longest, of any company, as the owner of the database: whoever takes them has them to himself
 * until `until`, and another worker passes over them. `all` also those that somebody has to himself.
 */
export async function claimIntents(
  owner: Tx,
  of: Claim,
): Promise<readonly (Intent & { readonly empresa_id: string })[]> {
  return await owner.query(
    sql`update oficina.timbrado t set proximo_intento = ${of.until}
          from (select empresa_id, cfdi from oficina.timbrado
            where estado = 'pendiente' and (proximo_intento <= ${of.now} or (${of.of === 'all'}::boolean
              and proximo_intento <> ${of.until}))
            order by proximo_intento, empresa_id, cfdi limit ${of.limit} for update skip locked) d
          where t.empresa_id = d.empresa_id and t.cfdi = d.cfdi
          returning t.empresa_id::text as empresa_id, ${INTENT_COLUMNS}`,
  )
}

/** As `claimIntents`. */
export async function claimCancellations(
  owner: Tx,
  of: Claim,
): Promise<readonly (Cancellation & { readonly empresa_id: string })[]> {
  return await owner.query(
    sql`update oficina.cancelacion c set proximo_intento = ${of.until}
          from (select empresa_id, cancelacion from oficina.cancelacion
            where estado <> 'terminada' and (proximo_intento <= ${of.now} or (${of.of === 'all'}::boolean
              and estado = 'por_pedir' and proximo_intento <> ${of.until}))
            order by proximo_intento, empresa_id, cancelacion limit ${of.limit} for update skip locked) d
          where c.empresa_id = d.empresa_id and c.cancelacion = d.cancelacion
          returning c.empresa_id::text as empresa_id, ${CANCELLATION_COLUMNS}`,
  )
}
