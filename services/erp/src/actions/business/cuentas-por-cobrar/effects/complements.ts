import type { ErrorEntry } from '../../../../errors.ts'
import { localMs, localTime, zoneOfPostalCode } from '../../../../fiscal/cfdi/local-time.ts'
import type { Pagos } from '../../../../fiscal/cfdi/structure/pagos.ts'
import { decimal, decimalText, rounded } from '../../../../fiscal/decimal.ts'
import { findCatalogIds, type CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import type { ActionContext } from '../../action.ts'
import { checkRequest, type CheckedCfdi } from '../../cfdi/cfdi-request.ts'
import { sealIntents, writeIntents, type SealedCfdi } from '../../cfdi/intents.ts'
import type { Issuer } from '../../cfdi/issuer.ts'
import type { Changes } from '../../changes.ts'
import type { Later } from '../../later.ts'
import { complementProblem, complementRequest } from '../decisions/complement.ts'
import { findPaidParts, forgetPayments, type PaidPart } from '../store/complement-store.ts'

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

/** Collects that complements are to be stamped. */
export async function writeComplements(
  context: ActionContext,
  changes: Changes,
  { sealed, parts }: SealedComplements,
): Promise<void> {
  if (sealed.length === 0) return
  const { tx, caller } = context
  const all = sealed.map(pagosOf)
  const links = await writeIntents(context, changes, sealed)
  // Taxes refer to payments, so those were forgotten first.
  const [catalogs] = await Promise.all([
    findCatalogIds(context, paymentKeys(all)),
    forgetPayments(
      tx,
      caller.empresa,
      sealed.flatMap(({ request }) => request.previous ?? []),
    ),
  ])
  for (const one of sealed) {
    const { registro: cobro } = one.request
    const cfdi = links.get(cobro)
    if (cfdi === undefined) continue
    writePayment(changes, one, { cobro, cfdi, parts: parts.get(cobro) ?? [], catalogs })
    changes.change('CobroCliente', cobro, { complemento: cfdi })
  }
}

function pagosOf({ comprobante }: SealedCfdi): Pagos {
  const pagos = comprobante.Complemento?.Pagos
  if (pagos === undefined) throw new Error('a complement of payments without payments')
  return pagos
}

function paymentKeys(all: readonly Pagos[]) {
  const pagos = all.flatMap(({ Pago }) => Pago)
  const documents = pagos.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)
  const taxes = documents.flatMap(taxesOf).map(({ tax }) => tax)
  return {
    FormaPagoSat: pagos.map((one) => one.FormaDePagoP),
    Moneda: [...pagos.map((one) => one.MonedaP), ...documents.map((one) => one.MonedaDR)],
    ObjetoImpuesto: documents.map((one) => one.ObjetoImpDR),
    Impuesto: taxes.map((one) => one.ImpuestoDR),
    TipoFactor: taxes.map((one) => one.TipoFactorDR),
  }
}

type Documento = Pagos['Pago'][number]['DoctoRelacionado'][number]
type DocumentTax = NonNullable<NonNullable<Documento['ImpuestosDR']>['TrasladosDR']>[number]

function taxesOf({ ImpuestosDR }: Documento): readonly {
  readonly tipo: 'traslado' | 'retencion'
  readonly tax: DocumentTax
}[] {
  return [
    ...(ImpuestosDR?.TrasladosDR ?? []).map((tax) => ({ tipo: 'traslado' as const, tax })),
    ...(ImpuestosDR?.RetencionesDR ?? []).map((tax) => ({ tipo: 'retencion' as const, tax })),
  ]
}

interface PaidBy {
  readonly cobro: string
  readonly cfdi: string | Later
  readonly parts: readonly PaidPart[]
  readonly catalogs: CatalogIds
}

function writePayment(changes: Changes, one: SealedCfdi, of: PaidBy): void {
  const { catalogs, cfdi, cobro, parts } = of
  const [pago] = pagosOf(one).Pago
  if (pago === undefined) throw new Error('a complement of payments without payments')
  const id = changes.insert('CfdiPago', {
    cfdi,
    numero: 1,
    fecha_pago: new Date(localMs(pago.FechaPago, 'America/Mexico_City')).toISOString(),
    forma_pago: catalogs.get('FormaPagoSat', pago.FormaDePagoP),
    moneda: catalogs.get('Moneda', pago.MonedaP),
    tipo_cambio: pago.TipoCambioP ?? '1',
    monto: pago.Monto,
    numero_operacion: pago.NumOperacion ?? null,
    cobro,
  })
  for (const [index, documento] of pago.DoctoRelacionado.entries()) {
    const row = documentRow(documento, catalogs)
    const pago_documento = changes.insert('CfdiPagoDocumento', {
      ...row,
      pago: id,
      partida: index + 1,
      documento: parts[index]?.cfdi ?? null,
    })
    for (const { tipo, tax } of taxesOf(documento))
      changes.insert('CfdiImpuesto', {
        cfdi,
        pago_documento,
        impuesto: catalogs.get('Impuesto', tax.ImpuestoDR),
        tipo,
        factor: catalogs.get('TipoFactor', tax.TipoFactorDR),
        tasa: tax.TasaOCuotaDR ?? null,
        base: inCents(tax.BaseDR),
        importe: inCents(tax.ImporteDR ?? '0'),
      })
  }
}

function documentRow(documento: Documento, catalogs: CatalogIds) {
  return {
    uuid_documento: documento.IdDocumento,
    serie: documento.Serie ?? null,
    folio: documento.Folio ?? null,
    moneda: catalogs.get('Moneda', documento.MonedaDR),
    equivalencia: documento.EquivalenciaDR ?? '1',
    parcialidad: Number(documento.NumParcialidad),
    saldo_anterior: documento.ImpSaldoAnt,
    importe_pagado: documento.ImpPagado,
    saldo_insoluto: documento.ImpSaldoInsoluto,
    objeto_impuesto: catalogs.find('ObjetoImpuesto', documento.ObjetoImpDR),
  }
}

/** Of amounts with six decimals, as records keep them. */
function inCents(amount: string): string {
  return decimalText(rounded(decimal(amount), 2))
}
