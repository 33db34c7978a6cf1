import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { COTIZACION_STATES } from './cotizacion-states.ts'
import { changeQuotes, lockQuotes, type QuoteRow } from './store/quote-store.ts'

/** What differs between the actions that only change the state of quotes. */
interface QuoteMove {
  readonly action: Pick<RecordAction, 'model' | 'name'>
  readonly to: string
  readonly problemOf?: (quote: QuoteRow, today: string) => ErrorEntry | null
}

export async function moveQuotes(
  context: ActionContext,
  ids: readonly string[],
  { action, to, problemOf }: QuoteMove,
): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockQuotes(tx, caller.empresa, ids), {
    model: action.model,
    states: statesBefore(COTIZACION_STATES, action.name),
  })
  for (const quote of batch.remaining) {
    const problem = problemOf?.(quote, moment.today) ?? null
    if (problem !== null) batch.refuse(quote.id, problem)
  }
  const reason = inputs.get('motivo')
  await noteMoved(context, batch.remaining, {
    action: { ...action, reason: typeof reason === 'string' ? reason.trim() : null },
    to,
  })
  return batch.outcome
}

/** Writes where quotes moved, and that they did. */
export async function noteMoved(
  context: ActionContext,
  done: readonly QuoteRow[],
  {
    action,
    to,
    moreOf,
  }: {
    readonly action: {
      readonly model: string
      readonly name: string
      readonly reason: string | null
    }
    readonly to: string
    readonly moreOf?: (quote: QuoteRow) => Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const ids = done.map(({ id }) => id)
  await changeQuotes(tx, caller.empresa, { ids, estado: to, now: moment.now })
  await recordDeeds(
    context,
    action,
    done.map((quote) => ({
      id: quote.id,
      folio: quote.folio,
      before: quote.estado,
      after: to,
      more: { total: quote.total, ...moreOf?.(quote) },
    })),
  )
}

/** A quote is offered up to its last day. */
export function expired({ id, vigencia }: QuoteRow, today: string): ErrorEntry | null {
  if (vigencia >= today) return null
  const message = `Cotizacion ${id} held until ${vigencia}; take it back by regresar_cotizacion and give it a later vigencia.`
  return { code: 'INVALID_STATE', field: 'vigencia', message }
}
