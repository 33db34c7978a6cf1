import type { ErrorEntry } from '../../../errors.ts'
import type { Caller } from '../../../identity/caller.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import { numbersNeeded, writeEntries } from '../contabilidad/effects/write-entries.ts'
import { askCancelling, type CancelAnswer } from './ask-cancelling.ts'
import type { CfdiKind } from './cfdi-kind.ts'
import { stampingContext, type StampingTools } from './stamping-context.ts'
import {
  endCancellations,
  keepRequests,
  lockOpenCancellations,
  postponeCancellations,
  type Cancellation,
} from './store/cancellation-store.ts'
import { changeCfdis, insertStampingNotes } from './store/cfdi-store.ts'

/** What became of the request to cancel the CFDI of a record. */
export type CancelFate =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The receiver has three business days, or nobody answered. */
  | { readonly kind: 'waiting'; readonly isAsked: boolean; readonly message: string }

interface Of {
  readonly caller: Caller
  readonly kind: CfdiKind
}

type Answer<K extends CancelAnswer['kind']> = Extract<CancelAnswer, { readonly kind: K }>

/**
 * Has CFDI cancelled and does what follows when they are, once for each; answers what became of each, by record.
 * @source docs/decisions/0251-erp-stamping.md
 */
export async function finishCancellations(
  tools: StampingTools,
  of: Of,
  cancellations: readonly Cancellation[],
): Promise<ReadonlyMap<string, CancelFate>> {
  const { empresa } = of.caller
  const answers = await askCancelling(tools.pac, cancellations)
  await writeAs(tools.database, empresa, (tx) =>
    keepRequests(
      tx,
      empresa,
      answers.flatMap(({ cancellation: { cancelacion }, acuse }) =>
        acuse === null ? [] : [{ cancelacion, acuse }],
      ),
    ),
  )
  const fates = new Map<string, CancelFate>()
  const late: { readonly cancellation: Cancellation; readonly message: string }[] = []
  const cancelled = answers.filter((answer) => answer.kind === 'cancelled')
  const waiting = await cancel(tools, of, cancelled)
  for (const { cancellation } of cancelled) {
    const reason = waiting.get(cancellation.registro)?.message
    if (reason === undefined) fates.set(cancellation.registro, { kind: 'cancelled' })
    else
      late.push({
        cancellation,
        message: `It is cancelled, and what follows waits: ${String(reason)}`,
      })
  }
  const refused = answers.filter((answer) => answer.kind === 'refused')
  await refuse(tools, of, refused)
  for (const { cancellation, code, message } of refused)
    fates.set(cancellation.registro, { kind: 'refused', code, message })
  for (const answer of answers)
    if (answer.kind === 'asked' || answer.kind === 'unavailable') late.push(answer)
  await postpone(tools, of, late)
  for (const { cancellation, message } of late) {
    const isAsked = answers.some((one) => one.kind === 'asked' && one.cancellation === cancellation)
    fates.set(cancellation.registro, { kind: 'waiting', isAsked, message })
  }
  return fates
}

async function cancel(
  tools: StampingTools,
  { caller, kind }: Of,
  cancelled: readonly Answer<'cancelled'>[],
): Promise<ReadonlyMap<string, ErrorEntry>> {
  if (cancelled.length === 0) return new Map()
  return await writeAs(tools.database, caller.empresa, (tx) =>
    cancelWithin(stampingContext(tools, tx, caller), kind, cancelled),
  )
}

async function cancelWithin(
  context: ActionContext,
  kind: CfdiKind,
  cancelled: readonly Answer<'cancelled'>[],
): Promise<ReadonlyMap<string, ErrorEntry>> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const mine = await lockMine(context, kind, cancelled)
  if (mine.length === 0) return new Map()
  const effects = await kind.cancel(
    context,
    mine.map(({ cancellation }) => cancellation),
  )
  const done = mine.filter(({ cancellation }) => !effects.refused.has(cancellation.registro))
  if (done.length === 0) return effects.refused
  const needed = numbersNeeded(effects.postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...effects.counters,
      ...needed.counters,
      ['bitacora_timbrado', done.length],
    ]),
    series: needed.series,
  })
  await changeCfdis(tx, empresa, {
    ids: done.map(({ cancellation }) => cancellation.cfdi),
    estado: 'cancelado',
    now: moment.now,
  })
  await endCancellations(tx, empresa, {
    ended: done.map(({ cancellation: { cancelacion }, estado }) => ({
      cancelacion,
      estado,
      mensaje: null,
    })),
    now: moment.now,
  })
  await note(context, done, numbering.numbers)
  await writeEntries(context, effects.postings, numbering)
  await effects.write(numbering)
  return effects.refused
}

/** Those of the requests that nobody else has finished, with their records locked first. */
async function lockMine<A extends CancelAnswer>(
  { tx, caller: { empresa } }: ActionContext,
  kind: CfdiKind,
  answers: readonly A[],
): Promise<readonly A[]> {
  await kind.lock(
    tx,
    empresa,
    answers.map(({ cancellation }) => cancellation.registro),
  )
  const open = await lockOpenCancellations(
    tx,
    empresa,
    answers.map(({ cancellation }) => cancellation.cancelacion),
  )
  return answers.filter(({ cancellation }) => open.has(cancellation.cancelacion))
}

/** Whose cancellation is refused stays in force, as if nobody had asked. */
async function refuse(
  tools: StampingTools,
  { caller, kind }: Of,
  refused: readonly Answer<'refused'>[],
): Promise<void> {
  if (refused.length === 0) return
  await writeAs(tools.database, caller.empresa, async (tx) => {
    const context = stampingContext(tools, tx, caller)
    const { now } = context.moment
    const mine = await lockMine(context, kind, refused)
    if (mine.length === 0) return
    const { numbers } = await takeNumbering(tx, caller.empresa, {
      counters: new Map([
        ['bitacora_timbrado', mine.length],
        [AUDIT_COUNTER, mine.length],
      ]),
      series: [],
    })
    await changeCfdis(tx, caller.empresa, {
      ids: mine.map(({ cancellation }) => cancellation.cfdi),
      estado: 'vigente',
      now,
    })
    await endCancellations(tx, caller.empresa, {
      ended: mine.map(({ cancellation: { cancelacion }, code, message }) => ({
        cancelacion,
        estado: 'rechazada',
        mensaje: `${code} ${message}`.trim(),
      })),
      now,
    })
    await recordAudit(tx, caller, {
      entries: mine.map(({ cancellation, message }) => ({
        id: numbers(AUDIT_COUNTER),
        model: kind.model,
        recordId: cancellation.registro,
        operation: 'cambio' as const,
        action: null,
        reason: message,
        before: { cfdi: 'por_cancelar' },
        after: { cfdi: 'vigente' },
      })),
      now,
    })
    await note(context, mine, numbers)
  })
}

async function note(
  { tx, caller, moment }: ActionContext,
  answers: readonly (Answer<'cancelled'> | Answer<'refused'>)[],
  numbers: (counter: string) => number,
): Promise<void> {
  await insertStampingNotes(tx, caller.empresa, {
    notes: answers.map((answer) => ({
      id: numbers('bitacora_timbrado'),
      cfdi: answer.cancellation.cfdi,
      operacion: 'cancelacion',
      codigo: answer.kind === 'refused' ? answer.code : null,
      mensaje: answer.kind === 'refused' ? answer.message : answer.estado,
      milisegundos: null,
      exitoso: answer.kind === 'cancelled',
    })),
    now: moment.now,
  })
}

const FIRST_WAIT_MS = 30_000
// The receiver has three business days; who asks the SAT each hour learns it soon enough.
const MAX_WAIT_MS = 60 * 60_000
const MAX_DOUBLINGS = 7

async function postpone(
  { database, now }: StampingTools,
  { caller }: Of,
  late: readonly { readonly cancellation: Cancellation; readonly message: string }[],
): Promise<void> {
  if (late.length === 0) return
  const tries = Math.min(MAX_DOUBLINGS, ...late.map(({ cancellation }) => cancellation.intentos))
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
  await writeAs(database, caller.empresa, (tx) =>
    postponeCancellations(tx, caller.empresa, {
      postponed: late.map(({ cancellation: { cancelacion }, message }) => ({
        cancelacion,
        mensaje: message,
      })),
      until: new Date(now() + waitMs).toISOString(),
    }),
  )
}
