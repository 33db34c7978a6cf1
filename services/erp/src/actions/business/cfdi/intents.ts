import { randomUUID } from 'node:crypto'

import { sealComprobante } from '../../../fiscal/cfdi/seal/seal.ts'
import type { Comprobante } from '../../../fiscal/cfdi/structure/comprobante.ts'
import { cfdiXml } from '../../../fiscal/cfdi/xml/write.ts'
import type { ActionContext } from '../action.ts'
import { takeCfdiFolios, type CfdiFolio } from './cfdi-folios.ts'
import type { CfdiRequest, CheckedCfdi } from './cfdi-request.ts'
import { cfdiRow, conceptRow, relationRows, taxRows } from './decisions/cfdi-rows.ts'
import type { Issuer } from './issuer.ts'
import { lockRefusedCfdis, writeCfdiLines, writeCfdis } from './store/cfdi-store.ts'
import { insertIntents } from './store/intent-store.ts'

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
 * other locks but that of `takeNumbering`.
 */
export async function sealIntents(
  { tx, caller, moment }: ActionContext,
  issuer: Issuer,
  checked: readonly CheckedCfdi[],
): Promise<readonly SealedCfdi[]> {
  const { empresa } = caller
  const again = await lockRefusedCfdis(
    tx,
    empresa,
    checked.flatMap(({ request }) => request.previous ?? []),
  )
  const fresh = checked.filter(({ request }) => numberOfBefore(again, request) === undefined)
  const wanted = fresh.map(({ request, comprobante }) => ({
    tipo: comprobante.TipoDeComprobante,
    sucursal: request.sucursal,
    fecha: comprobante.Fecha.slice(0, 10),
  }))
  const taken = await takeCfdiFolios(tx, empresa, { wanted, now: moment.now })
  const folios = new Map(fresh.map((one, i) => [one, taken[i]]))
  return checked.map((one) => {
    const folio = folios.get(one) ?? numberOfBefore(again, one.request)
    if (folio === undefined) throw new Error(`no folio for ${one.request.modelo}`)
    return sealed(issuer, one, folio)
  })
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

/** The numbers that intents take, together with everything else that an action writes. */
export function intentNumbers(sealed: readonly SealedCfdi[]): ReadonlyMap<string, number> {
  const count = (of: (one: SealedCfdi) => number) => sealed.reduce((sum, one) => sum + of(one), 0)
  return new Map([
    ['cfdi', count(({ request }) => (request.previous === null ? 1 : 0))],
    ['cfdi_concepto', count(({ comprobante }) => comprobante.Conceptos.length)],
    ['cfdi_impuesto', count(({ comprobante }) => taxRows(comprobante.Conceptos).length)],
    ['cfdi_relacionado', count(({ comprobante }) => relationRows(comprobante).length)],
  ])
}

/**
 * Writes sealed CFDI and that they are to be stamped; answers the id of the Cfdi of each record. Once this is committed
 * they will be: by `followIntents`, or by whoever finds them.
 */
export async function writeIntents(
  { tx, caller, moment }: ActionContext,
  sealed: readonly SealedCfdi[],
  numbers: (counter: string) => number,
): Promise<ReadonlyMap<string, string>> {
  if (sealed.length === 0) return new Map()
  const { empresa } = caller
  const { now } = moment
  const placed = sealed.map((one) => ({
    ...one,
    id: one.request.previous ?? String(numbers('cfdi')),
  }))
  const lines = placed.map(({ id, comprobante }) => linesOf(id, comprobante, numbers))
  await writeCfdis(tx, empresa, {
    rows: placed.map(({ id, comprobante }) => cfdiRow(id, comprobante)),
    now,
  })
  await writeCfdiLines(tx, empresa, {
    rewritten: placed.flatMap(({ request }) => request.previous ?? []),
    conceptos: lines.flatMap(({ conceptos }) => conceptos),
    impuestos: lines.flatMap(({ impuestos }) => impuestos),
    relaciones: lines.flatMap(({ relaciones }) => relaciones),
    now,
  })
  await insertIntents(tx, empresa, {
    intents: placed.map(({ id, request, comprobante, xml }) => ({
      cfdi: id,
      modelo: request.modelo,
      registro: request.registro,
      custom_id: randomUUID(),
      fecha: comprobante.Fecha.slice(0, 10),
      xml,
    })),
    usuarioId: caller.usuarioId,
    until: new Date(Date.parse(now) + OWN_MS).toISOString(),
  })
  return new Map(placed.map(({ id, request }) => [request.registro, id]))
}

function linesOf(cfdi: string, comprobante: Comprobante, numbers: (counter: string) => number) {
  const conceptos = comprobante.Conceptos.map((concepto, index) => ({
    id: numbers('cfdi_concepto'),
    cfdi,
    ...conceptRow(concepto, index + 1),
  }))
  const impuestos = taxRows(comprobante.Conceptos).map(({ line, ...tax }) => ({
    id: numbers('cfdi_impuesto'),
    cfdi,
    concepto: conceptos[line]?.id ?? 0,
    ...tax,
  }))
  const relaciones = relationRows(comprobante).map((relation) => ({
    id: numbers('cfdi_relacionado'),
    cfdi,
    ...relation,
  }))
  return { conceptos, impuestos, relaciones }
}
