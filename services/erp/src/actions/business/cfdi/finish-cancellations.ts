import type { Caller } from '../../../identity/caller.ts'
import type { Message } from '../../../messages/message.ts'
import { AFTER_CANCELLING_WAITS } from '../../../messages/stamping-fates.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import { Changes } from '../changes.ts'
import { askCancelling, type CancelAnswer } from './ask-cancelling.ts'
import type { CfdiKind, Unfinished } from './cfdi-kind.ts'
import { stampingContext, type StampingTools } from './stamping-context.ts'
import { stampingNote } from './stamping-note.ts'
import {
  endCancellations,
  keepRequests,
  lockOpenCancellations,
  postponeCancellations,
  type Cancellation,
} from './store/cancellation-store.ts'
import { findStampReferences, type StampReferences } from './store/stamp-reference-store.ts'

/** What became of the request to cancel the CFDI of a record. */
export type CancelFate =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: Message | string }
  /** The receiver has three business days, or nobody answered. */
  | { readonly kind: 'waiting'; readonly isAsked: boolean; readonly message: Message | string }

interface Of {
  readonly caller: Caller
  readonly kind: CfdiKind
}

/** What is tried again, and why. */
interface Late {
  readonly cancellation: Cancellation
  readonly message: Message | string
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
  const late: Late[] = []
  const cancelled = answers.filter((answer) => answer.kind === 'cancelled')
  const waiting = await cancel(tools, of, cancelled)
  for (const { cancellation } of cancelled) {
    const why = waiting.get(cancellation.registro)?.message
    if (why === undefined) fates.set(cancellation.registro, { kind: 'cancelled' })
    else late.push({ cancellation, message: AFTER_CANCELLING_WAITS({ why }) })
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
): Promise<Unfinished> {
  if (cancelled.length === 0) return new Map()
  return await writeAs(tools.database, caller.empresa, (tx) =>
    cancelWithin(stampingContext(tools, tx, caller), kind, cancelled),
  )
}

async function cancelWithin(
  context: ActionContext,
  kind: CfdiKind,
  cancelled: readonly Answer<'cancelled'>[],
): Promise<Unfinished> {
  const mine = await lockMine(context, kind, cancelled)
  if (mine.length === 0) return new Map()
  const changes = new Changes(context, { name: kind.actions.cancel, reason: null })
  const refused = await kind.cancel(
    context,
    changes,
    mine.map(({ cancellation }) => cancellation),
  )
  const done = mine.filter(({ cancellation }) => !refused.has(cancellation.registro))
  if (done.length === 0) return refused
  const references = await referencesOf(context, kind)
  for (const { cancellation } of done)
    changes.change('Cfdi', cancellation.cfdi, {
      estado: 'cancelado',
      estatus_sat: references.cancelado,
    })
  end(
    context,
    changes,
    done.map(({ cancellation, estado }) => ({ cancellation, estado, mensaje: null })),
  )
  note(context, changes, { answers: done, references })
  await changes.write()
  return refused
}

async function referencesOf(
  { tx, caller }: ActionContext,
  { model }: CfdiKind,
): Promise<StampReferences> {
  return await findStampReferences(tx, caller.empresa, model)
}

interface Ended {
  readonly cancellation: Cancellation
  readonly estado: 'aceptada' | 'rechazada' | 'plazo_vencido'
  readonly mensaje: string | null
}

/** The requests are answered. */
function end(
  { tx, caller, moment }: ActionContext,
  changes: Changes,
  ended: readonly Ended[],
): void {
  const rows = ended.map(({ cancellation: { cancelacion }, mensaje }) => ({ cancelacion, mensaje }))
  changes.also({ write: () => endCancellations(tx, caller.empresa, rows) })
  for (const { cancellation, estado } of ended)
    changes.change('CfdiCancelacion', cancellation.cancelacion, {
      estado,
      fecha_respuesta: moment.now,
    })
}

/** Those of the requests that nobody else has finished, with their records locked first. */
async function lockMine<A extends CancelAnswer>(
  context: ActionContext,
  kind: CfdiKind,
  answers: readonly A[],
): Promise<readonly A[]> {
  await kind.lock(
    context,
    answers.map(({ cancellation }) => cancellation.registro),
  )
  const open = await lockOpenCancellations(
    context.tx,
    context.caller.empresa,
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
    const mine = await lockMine(context, kind, refused)
    if (mine.length === 0) return
    const changes = new Changes(context, { name: kind.actions.cancel, reason: null })
    const references = await referencesOf(context, kind)
    for (const { cancellation, message } of mine) {
      changes.change('Cfdi', cancellation.cfdi, { estado: 'vigente' })
      changes.record({
        model: kind.model,
        id: cancellation.registro,
        operation: 'cambio',
        reason: String(message),
        before: { cfdi: 'por_cancelar' },
        after: { cfdi: 'vigente' },
        event: null,
      })
    }
    end(
      context,
      changes,
      mine.map(({ cancellation, code, message }) => ({
        cancellation,
        estado: 'rechazada',
        mensaje: `${code} ${String(message)}`.trim(),
      })),
    )
    note(context, changes, { answers: mine, references })
    await changes.write()
  })
}

function note(
  { moment }: ActionContext,
  changes: Changes,
  {
    answers,
    references,
  }: {
    readonly answers: readonly (Answer<'cancelled'> | Answer<'refused'>)[]
    readonly references: StampReferences
  },
): void {
  for (const answer of answers) {
    const row = stampingNote({
      cfdi: answer.cancellation.cfdi,
      operacion: 'cancelacion',
      contrato: references.contrato,
      codigo: answer.kind === 'refused' ? answer.code : null,
      mensaje: answer.kind === 'refused' ? String(answer.message) : answer.estado,
      milisegundos: null,
      exitoso: answer.kind === 'cancelled',
      fecha: moment.now,
    })
    changes.insert('BitacoraTimbrado', row)
  }
}

const FIRST_WAIT_MS = 30_000
// The receiver has three business days; who asks the SAT each hour learns it soon enough.
const MAX_WAIT_MS = 60 * 60_000
const MAX_DOUBLINGS = 7

async function postpone(
  { database, now }: StampingTools,
  { caller }: Of,
  late: readonly Late[],
): Promise<void> {
  if (late.length === 0) return
  const tries = Math.min(MAX_DOUBLINGS, ...late.map(({ cancellation }) => cancellation.intentos))
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
  await writeAs(database, caller.empresa, (tx) =>
    postponeCancellations(tx, caller.empresa, {
      postponed: late.map(({ cancellation: { cancelacion }, message }) => ({
        cancelacion,
        mensaje: String(message),
      })),
      until: new Date(now() + waitMs).toISOString(),
    }),
  )
}
