import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { localMs, zoneOfPostalCode } from '../../../fiscal/cfdi/local-time.ts'
import type { DoctoRelacionado } from '../../../fiscal/cfdi/structure/pagos.ts'
import type { Message } from '../../../messages/message.ts'
import { CFDI_IS_REGISTERED, HAS_NO_PAYMENTS } from '../../../messages/received-cfdi.ts'
import { findCatalogIds, type CatalogIds } from '../../../store/catalogs/catalog-ids.ts'
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
import { lockPaid } from './store/complement-store.ts'
import { findCompany, lockIssuers } from './store/match-store.ts'
import { findKnownCfdis } from './store/received-store.ts'

const MODEL = 'PagoProveedor'

/**
 * Registers the complement of payment that a supplier sent: it must tell what the company paid.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const registrarComplemento: NativeAction = {
  model: MODEL,
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
  if (pagos === undefined) throw new ApiError([rejected(HAS_NO_PAYMENTS())])
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

function rejected(message: Message): ErrorEntry {
  return { code: 'CFDI_REJECTED', field: 'Complemento.Pagos', message }
}

function duplicate({ uuid }: VerifiedCfdi): ErrorEntry {
  return { code: 'DUPLICATE', field: 'uuid', message: CFDI_IS_REGISTERED({ uuid }) }
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
  const { uuid } = verified
  const changes = new Changes(context, { name: registrarComplemento.name, reason: null })
  const received = await keepReceived(context, changes, {
    attachments,
    received: [verified],
  })
  const cfdi = received.get(uuid)
  if (!(cfdi instanceof Later)) throw new Error(`the CFDI ${uuid} is there already`)
  await tellPayments(context, changes, { verified, matched, cfdi })
  const paid = matched.flatMap((matchedPayment) => matchedPayment.paid)
  for (const { id } of paid) changes.change('PagoProveedorAplicacion', id, { complemento: cfdi })
  const payments = new Map(paid.map((row) => [row.pago, row.pago_folio]))
  const complemento = cfdi.as(Number)
  for (const [id, folio] of payments) {
    changes.change(MODEL, id, { complemento: cfdi })
    changes.record({
      model: MODEL,
      id,
      before: { complemento: null },
      after: { complemento, uuid },
      event: 'complemento',
      told: { folio, complemento, uuid },
    })
  }
  await changes.write()
  return {
    cfdi: complemento.value,
    uuid,
    pagos: [...payments].map(([id, folio]) => ({ id: Number(id), folio })),
  }
}

/** Keeps the payments as the complement tells them, with the invoices that it says were paid. */
async function tellPayments(
  context: ActionContext,
  changes: Changes,
  details: {
    readonly verified: VerifiedCfdi
    readonly matched: readonly MatchedPayment[]
    readonly cfdi: Later
  },
): Promise<void> {
  const { tx, caller } = context
  const pagos = details.matched.map(({ pago }) => pago)
  const documents = pagos.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)
  const [catalogs, invoices] = await Promise.all([
    findCatalogIds(context, {
      FormaPagoSat: pagos.map(({ FormaDePagoP }) => FormaDePagoP),
      Moneda: [
        ...pagos.map(({ MonedaP }) => MonedaP),
        ...documents.map(({ MonedaDR }) => MonedaDR),
      ],
      ObjetoImpuesto: documents.map(({ ObjetoImpDR }) => ObjetoImpDR),
    }),
    findKnownCfdis(
      tx,
      caller.empresa,
      documents.map(({ IdDocumento }) => IdDocumento.toUpperCase()),
    ),
  ])
  const zone = zoneOfPostalCode(details.verified.comprobante.LugarExpedicion)
  for (const [index, { pago, paid }] of details.matched.entries()) {
    const [own = null, ...others] = new Set(paid.map((row) => row.pago))
    const id = changes.insert('CfdiPago', {
      cfdi: details.cfdi,
      numero: index + 1,
      fecha_pago: new Date(localMs(pago.FechaPago, zone)).toISOString(),
      forma_pago: catalogs.get('FormaPagoSat', pago.FormaDePagoP),
      moneda: catalogs.get('Moneda', pago.MonedaP),
      tipo_cambio: rateOf(pago.TipoCambioP ?? '1'),
      monto: amountText(inCents(pago.Monto)),
      numero_operacion: pago.NumOperacion ?? null,
      pago: others.length === 0 ? own : null,
    })
    for (const [line, document] of pago.DoctoRelacionado.entries()) {
      const { id: documento = null } = invoices.get(document.IdDocumento.toUpperCase()) ?? {}
      const row = documentRow(document, catalogs)
      changes.insert('CfdiPagoDocumento', { pago: id, partida: line + 1, documento, ...row })
    }
  }
}

function documentRow(document: DoctoRelacionado, catalogs: CatalogIds) {
  return {
    uuid_documento: document.IdDocumento.toUpperCase(),
    serie: document.Serie ?? null,
    folio: document.Folio ?? null,
    moneda: catalogs.get('Moneda', document.MonedaDR),
    equivalencia: document.EquivalenciaDR ?? '1',
    parcialidad: Number(document.NumParcialidad),
    saldo_anterior: amountText(inCents(document.ImpSaldoAnt)),
    importe_pagado: amountText(inCents(document.ImpPagado)),
    saldo_insoluto: amountText(inCents(document.ImpSaldoInsoluto)),
    objeto_impuesto: catalogs.find('ObjetoImpuesto', document.ObjetoImpDR),
  }
}
