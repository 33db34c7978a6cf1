import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import { apiError, type ApiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { demand } from '../../identity/rights.ts'
import { FORM_SHOWS_HIDDEN } from '../../messages/forms.ts'
import { findFormReferences } from '../../store/form-store.ts'
import { findReached } from '../../store/records/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import type { Views } from '../../visibility/dictionary-views.ts'
import { notFound } from '../not-found.ts'
import type { FormSubject, FormTools } from './form.ts'
import { withoutForm } from './render-form.ts'

/** The models whose records a form shows: its own, its lines, and those that it refers to. */
const SHOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['Cfdi', ['Cfdi']],
  ['Compra', ['Compra', 'CompraPartida', 'Proveedor']],
  ['Venta', ['Venta', 'Cfdi']],
])
/** By model, the field of the head that leads to the record. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['Cfdi', 'cfdi'],
  ['Proveedor', 'proveedor'],
])

type AccessTools = Pick<FormTools, 'database' | 'registry'> & { readonly views: Views }

/**
 * A form shows whole records: whoever asks for it may read each of them, with no field hidden.
 * @throws ApiError FORBIDDEN, NOT_FOUND for a record that the caller cannot reach
 */
export async function demandForm(
  tools: AccessTools,
  caller: Caller,
  subject: FormSubject,
): Promise<void> {
  const models = shownModels(tools, subject.modelo)
  for (const model of models) demandShown(tools, caller, model)
  await writeAs(tools.database, caller.empresa, async (tx) => {
    const [head, ...others] = models
    if (head === undefined) throw withoutForm(subject.modelo)
    await demandReached(tools, tx, { caller, model: head, id: subject.registro })
    const references = await findFormReferences(tx, caller.empresa, subject)
    for (const model of others) {
      const id = references.get(FIELDS.get(model.name) ?? '')
      if (id !== undefined) await demandReached(tools, tx, { caller, model, id })
    }
  })
}

/** @throws ApiError NOT_FOUND for a model that has no form */
function shownModels({ registry }: AccessTools, modelo: string): readonly Model[] {
  const names = SHOWN.get(modelo)
  if (names === undefined) throw withoutForm(modelo)
  return names.flatMap((name) => registry.models.get(name) ?? [])
}

/** Whether the caller may have the forms of a model at all. @throws ApiError FORBIDDEN */
export function demandFormsOf(tools: AccessTools, caller: Caller, modelo: string): void {
  for (const model of shownModels(tools, modelo)) demandShown(tools, caller, model)
}

function demandShown({ views }: AccessTools, caller: Caller, model: Model): void {
  demand(caller.rights, model, 'leer')
  const [hidden] = views.of(caller.rights).hiddenOf(model)
  if (hidden !== undefined) throw hiddenField(model, hidden)
}

function hiddenField(model: Model, field: string): ApiError {
  return apiError('FORBIDDEN', FORM_SHOWS_HIDDEN({ field, model: model.name }), field)
}

async function demandReached(
  { views }: AccessTools,
  tx: Tx,
  { caller, model, id }: { readonly caller: Caller; readonly model: Model; readonly id: string },
): Promise<void> {
  const seen = views.of(caller.rights).modelFor(model, 'leer')
  const table = { model: seen, empresa: caller.empresa, lock: 'read' } as const
  if (!(await findReached(tx, table, [id])).has(id)) throw notFound(model, id)
}
