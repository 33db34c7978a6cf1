import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { localMs, zoneOfPostalCode } from '../../../fiscal/cfdi/local-time.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { amountText } from '../cents.ts'
import { Changes } from '../changes.ts'
import { Later } from '../later.ts'
import type { Outside } from '../outside.ts'
import { inCents } from './decisions/invoice-amounts.ts'
import { matchComplement, type MatchedPayment } from './decisions/match-complement.ts'
import { receivedFile, XML_INPUTS } from './received/received-file.ts'
import { issuersOf } from './received/received-parties.ts'
import { rateOf } from './received/received-rows.ts'
import { verifyReceived, type VerifiedCfdi } from './received/verify-received.ts'
import { keepReceived } from './received/write-received.ts'
import {
  insertPayments,
  lockPaid,
  noteComplement,
  type NewCfdiPayment,
  type NewPaidDocument,
} from './store/complement-store.ts'
import { findCompany, lockIssuers } from './store/match-store.ts'
import { findKnownCfdis } from './store/received-store.ts'

/**
 * Registers the complement of payment that a supplier sent: it must tell what the company paid.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const registrarComplemento: NativeAction = {
  model: 'PagoProveedor',
  name: 'registrar_complemento',
  label: 'Registrar complemento de pago',
  mode: 'native',
  inputs: XML_INPUTS,
  emits: ['complemento'],
  run: async () => {
    await Promise.resolve()
    throw new Error('registrar_complemento runs with what it asked')
  },
  ask: async (outside) => {
    const verified = await verifyReceived(outside, await receivedFile(outside), 'P')
    return (context) => register(context, outside, verified)
  },
}

async function register(
  context: ActionContext,
  outside: Outside,
  verified: VerifiedCfdi,
): Promise<unknown> {
  const { tx, caller } = context
  const { empresa } = caller
  const issuers = issuersOf(verified, {
    issuers: await lockIssuers(tx, empresa, { rfcs: [verified.comprobante.Emisor.Rfc], ids: [] }),
    company: await findCompany(tx, empresa),
  })
  if (!issuers.ok) throw new ApiError(issuers.error)
  const known = await findKnownCfdis(tx, empresa, [verified.uuid])
  const pagos = verified.comprobante.Complemento?.Pagos?.Pago
  if (pagos === undefined) throw new ApiError([rejected('The CFDI has no complement of payments.')])
  const documents = pagos.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)
  const paid = await lockPaid(tx, empresa, {
    proveedores: issuers.value.map(({ id }) => id),
    uuids: [...new Set(documents.map(({ IdDocumento }) => IdDocumento.toUpperCase()))],
  })
  if (known.has(verified.uuid)) throw new ApiError([duplicate(verified)])
  const matched = matchComplement(pagos, paid)
  if (!matched.ok) throw new ApiError(matched.error)
  return await write(context, outside, { verified, matched: matched.value })
}

function rejected(message: string): ErrorEntry {
  return { code: 'CFDI_REJECTED', field: 'Complemento.Pagos', message }
}

function duplicate({ uuid }: VerifiedCfdi): ErrorEntry {
  return { code: 'DUPLICATE', field: 'uuid', message: `The CFDI ${uuid} is registered already.` }
}

interface Registered {
  readonly verified: VerifiedCfdi
  readonly matched: readonly MatchedPayment[]
}

async function write(
  context: ActionContext,
  { attachments }: Outside,
  { verified, matched }: Registered,
): Promise<unknown> {
  const { tx, caller, moment } = context
  const { model, name } = registrarComplemento
  const { uuid } = verified
  const changes = new Changes(context, { name, reason: null })
  const received = await keepReceived(context, changes, {
    attachments,
    received: [verified],
  })
  await changes.number()
  const kept = received.get(uuid)
  const cfdi = Number(kept instanceof Later ? kept.id : kept)
  const paid = matched.flatMap((one) => one.paid)
  const payments = new Map(paid.map((row) => [row.pago, row.pago_folio]))
  for (const [id, folio] of payments) {
    changes.record({
      model,
      id,
      before: { complemento: null },
      after: { complemento: cfdi, uuid },
      event: 'complemento',
      told: { folio, complemento: cfdi, uuid },
    })
  }
  const { now } = moment
  changes.also({
    counters: new Map([
      ['cfdi_pago', matched.length],
      ['cfdi_pago_documento', matched.flatMap(({ pago }) => pago.DoctoRelacionado).length],
    ]),
    write: async (numbers) => {
      const rows = matched.map((one, index) => paymentRows(verified, one, { cfdi, index, numbers }))
      await insertPayments(tx, caller.empresa, {
        payments: rows.map(({ payment }) => payment),
        documents: rows.flatMap(({ documents }) => documents),
        now,
      })
      const aplicaciones = paid.map(({ id }) => id)
      const pagos = [...payments.keys()]
      await noteComplement(tx, caller.empresa, { cfdi, aplicaciones, pagos, now })
    },
  })
  await changes.write()
  return {
    cfdi,
    uuid,
    pagos: [...payments].map(([id, folio]) => ({ id: Number(id), folio })),
  }
}

function paymentRows(
  { comprobante }: VerifiedCfdi,
  { pago, paid }: MatchedPayment,
  of: {
    readonly cfdi: number
    readonly index: number
    readonly numbers: (counter: string) => number
  },
): { readonly payment: NewCfdiPayment; readonly documents: readonly NewPaidDocument[] } {
  const id = of.numbers('cfdi_pago')
  const zone = zoneOfPostalCode(comprobante.LugarExpedicion)
  const own = new Set(paid.map((row) => row.pago))
  const [first = null] = own
  const payment = {
    id,
    cfdi: of.cfdi,
    numero: of.index + 1,
    fecha_pago: new Date(localMs(pago.FechaPago, zone)).toISOString(),
    forma_pago: pago.FormaDePagoP,
    moneda: pago.MonedaP,
    tipo_cambio: rateOf(pago.TipoCambioP ?? '1'),
    monto: amountText(inCents(pago.Monto)),
    numero_operacion: pago.NumOperacion ?? null,
    pago: own.size === 1 ? first : null,
  }
  const documents = pago.DoctoRelacionado.map((document, index) => ({
    id: of.numbers('cfdi_pago_documento'),
    pago: id,
    partida: index + 1,
    uuid: document.IdDocumento.toUpperCase(),
    serie: document.Serie ?? null,
    folio: document.Folio ?? null,
    moneda: document.MonedaDR,
    equivalencia: document.EquivalenciaDR ?? '1',
    parcialidad: Number(document.NumParcialidad),
    saldo_anterior: amountText(inCents(document.ImpSaldoAnt)),
    importe_pagado: amountText(inCents(document.ImpPagado)),
    saldo_insoluto: amountText(inCents(document.ImpSaldoInsoluto)),
    objeto_impuesto: document.ObjetoImpDR,
  }))
  return { payment, documents }
}
