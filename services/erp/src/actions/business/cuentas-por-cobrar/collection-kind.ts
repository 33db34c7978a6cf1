import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import type { CfdiKind, StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import { auditEntries } from './effects/write-collections.ts'
import { lockCollections } from './store/collection-store.ts'

/** The actions that have complements stamped and cancelled. */
export const STAMP_COMPLEMENT = 'timbrar_complemento'
export const CANCEL_COMPLEMENT = 'cancelar_complemento'

const [STAMPED, CANCELLED] = ['complemento_timbrado', 'complemento_cancelado'] as const

/** What its complement does to a collection: its stamp and its cancelling are told, and nothing else changes. */
export const COLLECTION_KIND: CfdiKind = {
  model: 'CobroCliente',
  lock: async (tx, empresa, registros) => {
    await lockCollections(tx, empresa, registros)
  },
  finish: async (context, stamped) =>
    await told(context, { action: STAMP_COMPLEMENT, evento: STAMPED }, stamped),
  cancel: async (context, cancelled) =>
    await told(context, { action: CANCEL_COMPLEMENT, evento: CANCELLED }, cancelled),
}

type Told = Pick<StampedRecord, 'registro' | 'cfdi' | 'uuid'>

async function told(
  { tx, caller, moment }: ActionContext,
  { action, evento }: { readonly action: string; readonly evento: string },
  records: readonly Told[],
): Promise<StampEffects> {
  const { empresa } = caller
  const { now } = moment
  const ids = records.map(({ registro }) => registro)
  const rows = await lockCollections(tx, empresa, ids)
  return {
    refused: new Map(),
    postings: { entries: [], reversals: [] },
    counters: new Map([[AUDIT_COUNTER, records.length]]),
    write: async (numbering) => {
      const events = records.map(({ registro, uuid }) => ({
        modelo: 'CobroCliente',
        evento,
        registro,
        datos: { folio: rows.get(registro)?.folio ?? '', uuid },
      }))
      await enqueueEvents(tx, empresa, { events, now })
      const audited = records.map(({ registro, uuid, cfdi }) => ({
        model: 'CobroCliente',
        recordId: registro,
        before: null,
        after: { complemento: Number(cfdi), uuid, hecho: evento },
      }))
      await recordAudit(tx, caller, { entries: auditEntries(audited, { action, numbering }), now })
    },
  }
}
