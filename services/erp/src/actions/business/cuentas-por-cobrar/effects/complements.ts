import type { ErrorEntry } from '../../../../errors.ts'
import { localTime, zoneOfPostalCode } from '../../../../fiscal/cfdi/local-time.ts'
import type { Pagos } from '../../../../fiscal/cfdi/structure/pagos.ts'
import { changeRows } from '../../../../store/model-rows.ts'
import type { ActionContext } from '../../action.ts'
import { checkRequest, type CheckedCfdi } from '../../cfdi/cfdi-request.ts'
import { intentNumbers, sealIntents, writeIntents, type SealedCfdi } from '../../cfdi/intents.ts'
import type { Issuer } from '../../cfdi/issuer.ts'
import { complementProblem, complementRequest } from '../decisions/complement.ts'
import {
  findPaidParts,
  writeComplementRows,
  type NewPaidTax,
  type PaidPart,
} from '../store/complement-store.ts'

/** Complements of payments that are sealed, and why others are not, by collection. */
export interface SealedComplements {
  readonly sealed: readonly SealedCfdi[]
  readonly problems: ReadonlyMap<string, readonly ErrorEntry[]>
  readonly parts: ReadonlyMap<string, readonly PaidPart[]>
}

/** Seals what collections tell the SAT, once they are booked: after all locks but those of numbers. */
export async function sealComplements(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<SealedComplements> {
  const { tx, caller, moment } = context
  const parts = Map.groupBy(await findPaidParts(tx, caller.empresa, ids), ({ cobro }) => cobro)
  const problems = new Map<string, readonly ErrorEntry[]>()
  const checked: CheckedCfdi[] = []
  const place = issuer.placeOf(null)
  const now = localTime(Date.parse(moment.now), zoneOfPostalCode(place))
  const at = { place, decimals: issuer.catalogs.monedas, now }
  for (const [cobro, some] of parts) {
    const request = complementRequest(some, at)
    if (!request.ok) {
      problems.set(cobro, [request.error])
      continue
    }
    const found = checkRequest(issuer, request.value, Date.parse(moment.now))
    if (found.ok) checked.push(found.value)
    else problems.set(cobro, found.error.map(complementProblem))
  }
  const sealed = checked.length === 0 ? [] : await sealIntents(context, issuer, checked)
  return { sealed, problems, parts }
}

/** The numbers that complements take. */
export function complementNumbers({ sealed }: SealedComplements): ReadonlyMap<string, number> {
  const documents = sealed.flatMap((one) => pagosOf(one).Pago[0]?.DoctoRelacionado ?? [])
  const taxes = documents.flatMap(taxesOf)
  const own = intentNumbers(sealed)
  return new Map([
    ...own,
    ['cfdi_pago', sealed.length],
    ['cfdi_pago_documento', documents.length],
    ['cfdi_impuesto', (own.get('cfdi_impuesto') ?? 0) + taxes.length],
  ])
}

/** Writes that complements are to be stamped. */
export async function writeComplements(
  context: ActionContext,
  complements: SealedComplements,
  numbers: (counter: string) => number,
): Promise<void> {
  const { sealed } = complements
  if (sealed.length === 0) return
  const { tx, caller, moment } = context
  const links = await writeIntents(context, sealed, numbers)
  const rows = sealed.map((one) => rowsOf(one, { complements, links, numbers }))
  await writeComplementRows(tx, caller.empresa, {
    pagos: rows.map(({ pago }) => pago),
    documents: rows.flatMap(({ documents }) => documents),
    taxes: rows.flatMap(({ taxes }) => taxes),
    now: moment.now,
  })
  await changeRows(context, 'CobroCliente', {
    rows: [...links].map(([id, cfdi]) => ({ id, fields: { complemento: cfdi } })),
    now: moment.now,
  })
}

function pagosOf({ comprobante }: SealedCfdi): Pagos {
  const pagos = comprobante.Complemento?.Pagos
  if (pagos === undefined) throw new Error('a complement of payments without payments')
  return pagos
}

type Documento = Pagos['Pago'][number]['DoctoRelacionado'][number]

type DocumentTax = NonNullable<NonNullable<Documento['ImpuestosDR']>['TrasladosDR']>[number]
type TaxRow = Omit<NewPaidTax, 'id' | 'cfdi' | 'pago_documento'>

function taxesOf({ ImpuestosDR }: Documento): readonly TaxRow[] {
  return [
    ...(ImpuestosDR?.TrasladosDR ?? []).map((tax) => taxRow('traslado', tax)),
    ...(ImpuestosDR?.RetencionesDR ?? []).map((tax) => taxRow('retencion', tax)),
  ]
}

function taxRow(tipo: NewPaidTax['tipo'], tax: DocumentTax): TaxRow {
  return {
    tipo,
    impuesto: tax.ImpuestoDR,
    factor: tax.TipoFactorDR,
    tasa: tax.TasaOCuotaDR ?? null,
    base: tax.BaseDR,
    importe: tax.ImporteDR ?? '0',
  }
}

function rowsOf(
  one: SealedCfdi,
  of: {
    readonly complements: SealedComplements
    readonly links: ReadonlyMap<string, string>
    readonly numbers: (counter: string) => number
  },
) {
  const { numbers } = of
  const cobro = one.request.registro
  const cfdi = of.links.get(cobro) ?? ''
  const [pago] = pagosOf(one).Pago
  if (pago === undefined) throw new Error('a complement of payments without payments')
  const id = numbers('cfdi_pago')
  const parts = of.complements.parts.get(cobro) ?? []
  const documents = pago.DoctoRelacionado.map((documento, index) => ({
    id: numbers('cfdi_pago_documento'),
    pago: id,
    partida: index + 1,
    documento: parts[index]?.cfdi ?? '',
    uuid: documento.IdDocumento,
    serie: documento.Serie ?? null,
    folio: documento.Folio ?? null,
    moneda: documento.MonedaDR,
    equivalencia: documento.EquivalenciaDR ?? '1',
    parcialidad: documento.NumParcialidad,
    saldo_anterior: documento.ImpSaldoAnt,
    importe_pagado: documento.ImpPagado,
    saldo_insoluto: documento.ImpSaldoInsoluto,
    objeto_impuesto: documento.ObjetoImpDR,
  }))
  const taxes = pago.DoctoRelacionado.flatMap((documento, index) =>
    taxesOf(documento).map((tax) => ({
      ...tax,
      id: numbers('cfdi_impuesto'),
      cfdi,
      pago_documento: documents[index]?.id ?? 0,
    })),
  )
  return {
    pago: {
      id,
      cfdi,
      cobro,
      fecha_pago: pago.FechaPago,
      forma_pago: pago.FormaDePagoP,
      moneda: pago.MonedaP,
      tipo_cambio: pago.TipoCambioP ?? '1',
      monto: pago.Monto,
      numero_operacion: pago.NumOperacion ?? null,
    },
    documents,
    taxes,
  }
}
