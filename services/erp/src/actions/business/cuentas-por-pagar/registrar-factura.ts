import { lineReference } from '../../../dictionary/input-shape.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { readAnswer } from '../../read-written-record.ts'
import { dateInput, jsonInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { Changes } from '../changes.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import type { Outside } from '../outside.ts'
import { documentOf } from './decisions/invoice-document.ts'
import type { InvoiceCandidate } from './decisions/invoice-facts.ts'
import { collectInvoices } from './effects/write-invoices.ts'
import { namedReceipts, namedTargets } from './named-targets.ts'
import { receivedFile, XML_INPUTS } from './received/received-file.ts'
import { verifyReceived, type VerifiedCfdi } from './received/verify-received.ts'
import { bookInvoices } from './register-invoices.ts'

/**
 * Registers a supplier's invoice from its XML: checked with the SAT, compared with its order and receipts, booked, and
 * owed.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const registrarFactura: NativeAction = {
  model: 'CuentaPorPagar',
  name: 'registrar_factura',
  label: 'Registrar factura',
  mode: 'native',
  inputs: [
    ...XML_INPUTS,
    referenceInput('Compra', { name: 'compra', label: 'Compra', required: false }),
    jsonInput(
      {
        name: 'recepciones',
        label: 'Recepciones',
        help: 'Las recepciones que factura, por su id; sin ellas, lo recibido de la compra.',
        required: false,
      },
      { items: { references: 'RecepcionCompra', filter: {} } },
    ),
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'A qué corresponde cada concepto: [{"concepto": 1, "compra_partida": 7}], o recepcion_partida, recepcion_servicio, gasto, cuenta_contable.',
        required: false,
      },
      {
        lines: {
          relation: null,
          key: 'concepto',
          columns: [
            lineReference('compra_partida', 'Partida de compra', 'CompraPartida'),
            lineReference('recepcion_partida', 'Partida de recepción', 'RecepcionCompraPartida'),
            lineReference('recepcion_servicio', 'Recepción de servicio', 'RecepcionServicio'),
            lineReference('gasto', 'Concepto de gasto', 'CatalogoGasto'),
            lineReference('cuenta_contable', 'Cuenta contable', 'CuentaContable'),
            lineReference('centro_costo', 'Centro de costo', 'CentroCosto'),
            lineReference('proyecto', 'Proyecto', 'Proyecto'),
          ],
        },
      },
    ),
    referenceInput('CatalogoGasto', { name: 'gasto', label: 'Concepto de gasto', required: false }),
    referenceInput('CentroCosto', {
      name: 'centro_costo',
      label: 'Centro de costo',
      required: false,
    }),
    referenceInput('Proyecto', { name: 'proyecto', label: 'Proyecto', required: false }),
    referenceInput('CondicionPago', {
      name: 'condicion_pago',
      label: 'Condición de pago',
      required: false,
    }),
    dateInput({ name: 'fecha', label: 'Fecha de la póliza', required: false }),
  ],
  emits: ['autorizada', 'por_validar'],
  run: async () => {
    await Promise.resolve()
    throw new Error('registrar_factura runs with what it asked')
  },
  ask: async (outside) => {
    const verified = await verifyReceived(outside, await receivedFile(outside), 'I')
    return (context) => register(context, outside, verified)
  },
}

async function register(
  context: ActionContext,
  outside: Outside,
  verified: VerifiedCfdi,
): Promise<unknown> {
  // Whether the attachment may be read follows from its record, and was looked at.
  const inputs = registrarFactura.inputs.filter((input) => !XML_INPUTS.includes(input))
  await refuseMissingInputs(context, { inputs })
  const candidate = candidateOf(context, verified)
  const { booked, refused } = await bookInvoices(context, [candidate])
  const problems = refused.get(KEY)
  if (problems !== undefined) throw new ApiError(problems)
  const invoices = [...booked.values()]
  const { attachments } = outside
  const changes = new Changes(context, { name: registrarFactura.name, reason: null })
  const [id] = await collectInvoices({ context, changes }, { attachments, invoices })
  await changes.write()
  if (id === undefined) throw new Error('the invoice was not registered')
  const { warnings = [] } = invoices[0] ?? {}
  return await answer(context, outside, { id, warnings })
}

// The one candidate of a call.
const KEY = ''

function candidateOf({ inputs }: ActionContext, verified: VerifiedCfdi): InvoiceCandidate {
  const text = (name: string) => {
    const value = inputs.get(name) ?? null
    return value === null ? null : String(value)
  }
  const compra = text('compra')
  const gasto = text('gasto')
  return {
    key: KEY,
    document: documentOf(verified),
    compras: compra === null ? [] : [compra],
    recepciones: namedReceipts(inputs.get('recepciones') ?? null),
    named: namedTargets(inputs.get('partidas') ?? null),
    expense:
      gasto === null
        ? null
        : { gasto, cuenta: null, centroCosto: text('centro_costo'), proyecto: text('proyecto') },
    condicion: text('condicion_pago'),
    fecha: text('fecha'),
    existing: null,
  }
}

/** The record as an action on one record answers it, with its lines. */
async function answer(
  { tx, caller, registry }: ActionContext,
  outside: Outside,
  details: { readonly id: string; readonly warnings: readonly ErrorEntry[] },
): Promise<unknown> {
  const model = registry.models.get(registrarFactura.model)
  if (model === undefined) throw new Error('the dictionary has no CuentaPorPagar')
  const { json } = await readAnswer(outside, tx, { caller, model, id: details.id, withLines: true })
  const record: unknown = JSON.parse(json)
  const remarks = details.warnings.length === 0 ? {} : { warnings: details.warnings }
  return { id: Number(details.id), ok: true, record, ...remarks }
}
