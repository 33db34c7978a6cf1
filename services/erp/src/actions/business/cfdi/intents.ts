import { randomUUID } from 'node:crypto'

import { sealComprobante } from '../../../fiscal/cfdi/seal/seal.ts'
import type { Comprobante } from '../../../fiscal/cfdi/structure/comprobante.ts'
import { cfdiXml } from '../../../fiscal/cfdi/xml/write.ts'
import { findCatalogIds, type CatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import type { Later } from '../later.ts'
import { takeCfdiFolios, type CfdiFolio } from './cfdi-folios.ts'
import type { CfdiRequest, CheckedCfdi } from './cfdi-request.ts'
import { cfdiKeys, cfdiRow, conceptRow, relationsOf, taxRows } from './decisions/cfdi-rows.ts'
import type { Issuer } from './issuer.ts'
import { findCfdiIds, forgetLines } from './store/cfdi-store.ts'
import { insertIntents, type NewIntent } from './store/intent-store.ts'

/** A CFDI that is sealed, and not yet written. */
export interface SealedCfdi {
  readonly request: CfdiRequest
  readonly comprobante: Comprobante
  readonly xml: string
}

/** The process that seals sends the documents itself; after this long any other may take them for left behind. */
const OWN_MS = 2 * 60_000

/**
 * Numbers and seals CFDI, in their own transaction: their folios are locked from here to its end, so this comes after all
 * other locks but those of the unit of work.
 */
export async function sealIntents(
  context: ActionContext,
  issuer: Issuer,
  checked: readonly CheckedCfdi[],
): Promise<readonly SealedCfdi[]> {
  const { tx, caller, moment } = context
  const again = await lockRefused(
    context,
    checked.flatMap(({ request }) => request.previous ?? []),
  )
  const fresh = checked.filter(({ request }) => numberOfBefore(again, request) === undefined)
  const wanted = fresh.map(({ request, comprobante }) => ({
    tipo: comprobante.TipoDeComprobante,
    sucursal: request.sucursal,
    fecha: comprobante.Fecha.slice(0, 10),
  }))
  const taken = await takeCfdiFolios(tx, caller.empresa, { wanted, now: moment.now })
  const folios = new Map(fresh.map((one, i) => [one, taken[i]]))
  return checked.map((one) => {
    const folio = folios.get(one) ?? numberOfBefore(again, one.request)
    if (folio === undefined) throw new Error(`no folio for ${one.request.modelo}`)
    return sealed(issuer, one, folio)
  })
}

/** Serie and Folio of CFDI that the PAC refused, by id. */
async function lockRefused(
  context: ActionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CfdiFolio>> {
  const rows = await lockRows(context, 'Cfdi', { ids, fields: ['serie', 'folio', 'estado'] })
  return new Map(
    [...rows.values()].flatMap(({ id, serie, folio, estado }) =>
      estado !== 'rechazado' || serie === null || folio === null ? [] : [[id, { serie, folio }]],
    ),
  )
}

function numberOfBefore(
  again: ReadonlyMap<string, CfdiFolio>,
  { previous }: CfdiRequest,
): CfdiFolio | undefined {
  return previous === null ? undefined : again.get(previous)
}

function sealed(
  { csd }: Issuer,
  { request, comprobante }: CheckedCfdi,
  { serie, folio }: CfdiFolio,
): SealedCfdi {
  const whole = sealComprobante({ ...comprobante, Serie: serie, Folio: folio }, csd)
  return { request, comprobante: whole, xml: cfdiXml(whole) }
}

/** The id of the Cfdi of each record. */
type IntendedCfdis = ReadonlyMap<string, string | Later>

/**
 * Collects sealed CFDI and that they are to be stamped; answers the id of the Cfdi of each record. Once this is committed
 * they will be: by `followIntents`, or by whoever finds them. Those that the PAC refused are written anew under their ids.
 */
export async function writeIntents(
  context: ActionContext,
  changes: Changes,
  sealed: readonly SealedCfdi[],
): Promise<IntendedCfdis> {
  if (sealed.length === 0) return new Map()
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const all = sealed.map(({ comprobante }) => comprobante)
  const [catalogs, related] = await Promise.all([
    findCatalogIds(context, cfdiKeys(all)),
    findCfdiIds(
      tx,
      empresa,
      all.flatMap((one) => relationsOf(one).map(({ uuid }) => uuid)),
    ),
    forgetLines(
      tx,
      empresa,
      sealed.flatMap(({ request }) => request.previous ?? []),
    ),
  ])
  const intended = sealed.map((one) => ({
    ...one,
    cfdi: writeCfdi(changes, one, { catalogs, related, now }),
  }))
  changes.also({
    write: () =>
      insertIntents(tx, empresa, {
        intents: intended.map((one) => intentOf(one)),
        usuarioId: caller.usuarioId,
        until: new Date(Date.parse(now) + OWN_MS).toISOString(),
      }),
  })
  return new Map(intended.map(({ cfdi, request }) => [request.registro, cfdi]))
}

function writeCfdi(
  changes: Changes,
  { comprobante, request }: SealedCfdi,
  of: {
    readonly catalogs: CatalogIds
    readonly related: ReadonlyMap<string, string>
    readonly now: string
  },
): string | Later {
  const { catalogs } = of
  const row = cfdiRow(comprobante, of)
  const { previous } = request
  if (previous !== null) changes.change('Cfdi', previous, row)
  const cfdi = previous ?? changes.insert('Cfdi', row)
  for (const [index, concept] of comprobante.Conceptos.entries()) {
    const own = conceptRow(concept, { cfdi, partida: index + 1, catalogs })
    const concepto = changes.insert('CfdiConcepto', own)
    for (const tax of taxRows(concept, { cfdi, concepto, catalogs }))
      changes.insert('CfdiImpuesto', tax)
  }
  for (const { tipo, uuid } of relationsOf(comprobante))
    changes.insert('CfdiRelacionado', {
      cfdi,
      tipo_relacion: catalogs.get('TipoRelacionCfdi', tipo),
      relacionado: of.related.get(uuid) ?? null,
      uuid_relacionado: uuid,
    })
  return cfdi
}

function intentOf({
  cfdi,
  comprobante,
  request,
  xml,
}: SealedCfdi & { readonly cfdi: string | Later }): NewIntent {
  const { modelo, registro } = request
  return {
    cfdi: typeof cfdi === 'string' ? cfdi : cfdi.id,
    modelo,
    registro,
    custom_id: randomUUID(),
    fecha: comprobante.Fecha.slice(0, 10),
    xml,
  }
}
