import { findCatalogIds, type CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import type { ActionContext } from '../../action.ts'
import type { Changes } from '../../changes.ts'
import { Later } from '../../later.ts'
import type { Outside } from '../../outside.ts'
import { findKnownCfdis } from '../store/received-store.ts'
import { keepFile } from './received-file.ts'
import {
  catalogKeys,
  conceptRow,
  receivedRow,
  relationsOf,
  taxRows,
  validationRow,
} from './received-rows.ts'
import type { VerifiedCfdi } from './verify-received.ts'

/** The ids of the Cfdi of what is received, by UUID. */
type ReceivedIds = ReadonlyMap<string, string | Later>

/** Keeps received CFDI, and of those that are there from before what the SAT says of them now. */
export async function keepReceived(
  context: ActionContext,
  changes: Changes,
  details: {
    readonly attachments: Outside['attachments']
    readonly received: readonly VerifiedCfdi[]
  },
): Promise<ReceivedIds> {
  if (details.received.length === 0) return new Map()
  const { tx, caller, moment } = context
  const related = details.received.flatMap(({ comprobante }) => relationsOf(comprobante))
  const [catalogs, known] = await Promise.all([
    findCatalogIds(context, catalogKeys(details.received)),
    findKnownCfdis(
      tx,
      caller.empresa,
      [...details.received, ...related].map(({ uuid }) => uuid),
    ),
  ])
  const all = new Map<string, string | Later>([...known].map(([uuid, { id }]) => [uuid, id]))
  for (const { uuid } of details.received) if (!known.has(uuid)) all.set(uuid, new Later())
  for (const verified of details.received) {
    const cfdi = all.get(verified.uuid) ?? ''
    if (cfdi instanceof Later) {
      const xml =
        verified.file.adjunto ??
        changes.insert('Adjunto', {
          ...(await keepFile(context, details.attachments, verified.file.bytes)),
          nombre: `${verified.uuid}.xml`,
          modelo: catalogs.get('ModeloSistema', 'Cfdi'),
          registro: cfdi,
        })
      keep(changes, verified, { cfdi, xml, catalogs, all })
    }
    const row = validationRow(verified, { cfdi, catalogs, now: moment.now })
    changes.insert('CfdiValidacion', row)
  }
  return all
}

function keep(
  changes: Changes,
  verified: VerifiedCfdi,
  details: {
    readonly cfdi: Later
    readonly xml: string | Later
    readonly catalogs: CatalogIds
    readonly all: ReceivedIds
  },
): void {
  const { cfdi, catalogs } = details
  const { comprobante } = verified
  changes.insert('Cfdi', receivedRow(verified, details), cfdi)
  for (const [index, concept] of comprobante.Conceptos.entries()) {
    const row = conceptRow(concept, { cfdi, partida: index + 1, catalogs })
    const concepto = changes.insert('CfdiConcepto', row)
    for (const tax of taxRows(concept, { cfdi, concepto, catalogs })) {
      changes.insert('CfdiImpuesto', tax)
    }
  }
  for (const { tipo, uuid } of relationsOf(comprobante)) {
    changes.insert('CfdiRelacionado', {
      cfdi,
      tipo_relacion: catalogs.get('TipoRelacionCfdi', tipo),
      relacionado: details.all.get(uuid) ?? null,
      uuid_relacionado: uuid,
    })
  }
}
