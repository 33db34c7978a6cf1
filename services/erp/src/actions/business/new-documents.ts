import type { Model } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { AUDIT_COUNTER, recordAudit } from '../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../store/numbers/counter-store.ts'
import { insertRecords } from '../../store/records/import-store.ts'
import { completeNew } from '../create-within.ts'
import { decimalsOfNew } from '../documents/currency-decimals.ts'
import { fillFolios } from '../documents/folios.ts'
import { allNewLines, type LinesChange } from '../documents/line-plan.ts'
import { fillTaxes } from '../documents/line-taxes.ts'
import { refuseOutside } from '../reachable-records.ts'
import type { Read } from '../sign-in/new-password.ts'
import type { ActionContext } from './action.ts'
import type { DocumentDraft } from './document-draft.ts'

interface CreatedDocument {
  readonly id: string
  readonly folio: string
  readonly total: string
}

/**
 * Writes new documents of one model as the generic API would: with the taxes of their articles as of today, amounts,
 * folios and the audit log, each kind of rows as one set.
 * @throws ApiError VALIDATION for amounts that do not fit each other
 */
export async function createDocuments(
  context: ActionContext,
  drafts: readonly DocumentDraft[],
): Promise<readonly CreatedDocument[]> {
  const [first] = drafts
  if (first === undefined) return []
  const { model } = first
  const { tx, caller, views, moment } = context
  const { empresa } = caller
  const rows = await completedRows(context, model, drafts)
  await fillFolios(tx, { model, empresa, rows, today: moment.today, now: moment.now })
  const lines = Map.groupBy(
    drafts.flatMap((draft) => allNewLines(draft.lines)),
    (line) => line.model,
  )
  const counts = [...lines].map(([{ table }, own]) => [table, own.length] as const)
  const numbers = numberSource(
    await takeNumbers(
      tx,
      empresa,
      new Map([...counts, [model.table, rows.length], [AUDIT_COUNTER, rows.length]]),
    ),
  )
  const documents = rows.map((row) => {
    const [folio, total] = [row.get('folio'), row.get('total')]
    return { id: String(numbers(model.table)), folio: String(folio), total: String(total) }
  })
  for (const [index, { id }] of documents.entries()) {
    numberLines(drafts[index]?.lines ?? [], { model, id, above: new Map(), numbers })
  }
  const writing = { empresaId: empresa, now: moment.now }
  const ids = documents.map(({ id }) => id)
  await insertRecords(tx, { model, ...writing, ids, rows })
  for (const [ofLines, own] of lines) {
    const values = own.map((line) => line.values)
    const details = { model: ofLines, ...writing, ids: own.map(({ id }) => id), rows: values }
    await insertRecords(tx, details)
  }
  await recordAudit(tx, caller, {
    entries: documents.map(({ id, folio, total }, index) => ({
      id: numbers(AUDIT_COUNTER),
      model: model.name,
      recordId: id,
      operation: 'alta',
      action: null,
      reason: null,
      before: null,
      after: { folio, total, estado: String(rows[index]?.get('estado')) },
    })),
    now: moment.now,
  })
  await refuseOutside(tx, { views, caller, model, right: 'crear' }, ids)
  return documents
}

/** The documents' own fields, with what follows from their lines and the taxes of those. */
async function completedRows(
  { tx, caller, registry, moment }: ActionContext,
  model: Model,
  drafts: readonly DocumentDraft[],
): Promise<Map<string, FieldValue | null>[]> {
  const read: Read = (statement) => tx.query(statement)
  const taxing = { registry, empresa: caller.empresa, day: moment.today, read }
  await fillTaxes(
    taxing,
    drafts.map(({ values, lines }) => ({ model, id: null, values, lines })),
  )
  const decimals = await decimalsOfNew(
    read,
    model,
    drafts.map(({ values }) => values),
  )
  return drafts.map(
    ({ values, lines }, index) =>
      new Map(completeNew({ model, values, lines, decimals: decimals[index] })),
  )
}

interface Parent {
  readonly model: Model
  readonly id: string
  /** What it belongs to itself, by model. */
  readonly above: ReadonlyMap<string, string>
  readonly numbers: (counter: string) => number
}

/** Lines get their numbers, and belong to what they stand in. */
function numberLines(changes: readonly LinesChange[], parent: Parent): void {
  const { numbers } = parent
  for (const { lines, created } of changes) {
    for (const line of created) {
      line.id = String(numbers(line.model.table))
      line.values.set(lines.field, parent.id)
      for (const [model, field] of line.inherited) {
        line.values.set(field, parent.above.get(model) ?? null)
      }
      const above = new Map([...parent.above, [parent.model.name, parent.id]])
      numberLines(line.lines, { model: line.model, id: line.id, above, numbers })
    }
  }
}
