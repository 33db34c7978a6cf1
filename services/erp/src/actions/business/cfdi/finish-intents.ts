import { ApiError } from '../../../errors.ts'
import type { Caller } from '../../../identity/caller.ts'
import type { Message } from '../../../messages/message.ts'
import { sentences } from '../../../messages/sentences.ts'
import { AFTER_STAMP_WAITS, UNFORESEEN_FAULT } from '../../../messages/stamping-fates.ts'
import type { OutboxChat } from '../../../store/outbox-store.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import { Changes } from '../changes.ts'
import { literal } from '../chat-text.ts'
import { askPac, type PacAnswer } from './ask-pac.ts'
import type { CfdiKind, Unfinished } from './cfdi-kind.ts'
import { fileStamps, type Filed } from './file-stamps.ts'
import { stampingContext, type StampingTools } from './stamping-context.ts'
import { stampingNote } from './stamping-note.ts'
import {
  endIntents,
  keepStamps,
  lockOpenIntents,
  postponeIntents,
  type Intent,
} from './store/intent-store.ts'
import { findStampReferences } from './store/stamp-reference-store.ts'
import { dropSpooled, spoolXml } from './xml-files.ts'

/** What became of the CFDI of a record. */
export type Fate =
  | { readonly kind: 'done' }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: Message | string }
  /** It is finished later, by whoever finds it. */
  | { readonly kind: 'waiting'; readonly message: Message | string }

/** Whose they are: intents of one kind, asked for by one user of a company. */
interface Of {
  readonly caller: Caller
  readonly kind: CfdiKind
}

// As many are finished in one transaction; a process that dies has those before it done.
const SLICE = 100

/**
 * Has sealed CFDI stamped and does what follows, once for each, whoever else is at it at the same moment. Answers what
 * became of each, by record.
 * @source docs/decisions/0251-erp-stamping.md
 */
export async function finishIntents(
  tools: StampingTools,
  of: Of,
  intents: readonly Intent[],
): Promise<ReadonlyMap<string, Fate>> {
  const fates = new Map<string, Fate>()
  let asked = askPac(tools, intents.slice(0, SLICE))
  for (let next = SLICE; ; next += SLICE) {
    const answers = await asked
    const isLast = next >= intents.length
    // The PAC stamps the next ones while what follows from these is written.
    if (!isLast) asked = askPac(tools, intents.slice(next, next + SLICE))
    // Nobody waits for them when what follows fails: they are asked for again, as after a death of the process.
    asked.catch(() => undefined)
    const settled = await settle(tools, of, answers)
    for (const [registro, fate] of settled) fates.set(registro, fate)
    if (isLast) return fates
  }
}

type Answer<K extends PacAnswer['kind']> = Extract<PacAnswer, { readonly kind: K }>
type Fates = Map<string, Fate>

async function settle(tools: StampingTools, of: Of, answers: readonly PacAnswer[]): Promise<Fates> {
  const stamped = answers.filter((answer) => answer.kind === 'stamped')
  const rejected = answers.filter((answer) => answer.kind === 'rejected')
  const waiting = answers.filter((answer) => answer.kind === 'waiting')
  const fates: Fates = new Map()
  for (const answer of await finishStamped(tools, of, stamped)) waiting.push(answer)
  for (const { intent } of stamped) fates.set(intent.registro, { kind: 'done' })
  if (rejected.length > 0) await reject(tools, of, rejected)
  for (const { intent, code, message } of rejected)
    fates.set(intent.registro, { kind: 'rejected', code, message })
  if (waiting.length > 0) await postpone(tools, of, waiting)
  for (const { intent, message } of waiting)
    fates.set(intent.registro, { kind: 'waiting', message })
  return fates
}

/** Finishes what was stamped; answers what has to wait. A stamp that is there is never lost: it is kept first. */
async function finishStamped(
  tools: StampingTools,
  of: Of,
  stamped: readonly Answer<'stamped'>[],
): Promise<readonly Answer<'waiting'>[]> {
  if (stamped.length === 0) return []
  const { empresa } = of.caller
  await writeAs(tools.database, empresa, (tx) =>
    keepStamps(
      tx,
      empresa,
      stamped.map(({ intent, xml }) => ({ cfdi: intent.cfdi, timbrado: xml })),
    ),
  )
  try {
    return await finishSlice(tools, of, stamped)
  } catch (error) {
    const [first] = stamped
    if (first === undefined || stamped.length > 1) return await finishOneByOne(tools, of, stamped)
    return [waitingFor(first, reasonOf(tools, of, { intent: first.intent, error }))]
  }
}

/** What the service itself says of a failure may be told; what else broke is for those who run it. */
function reasonOf(
  { log }: StampingTools,
  { caller, kind }: Of,
  { intent, error }: { readonly intent: Intent; readonly error: unknown },
): Message {
  if (error instanceof ApiError) return sentences(error.errors.map(({ message }) => message))
  const { cfdi, registro } = intent
  const fault = { err: error, empresa: caller.empresa, modelo: kind.model, registro, cfdi }
  log.error(fault, 'what follows from a stamp failed')
  return UNFORESEEN_FAULT()
}

/** What one of them breaks does not keep the others waiting. */
async function finishOneByOne(
  tools: StampingTools,
  of: Of,
  stamped: readonly Answer<'stamped'>[],
): Promise<readonly Answer<'waiting'>[]> {
  const waiting: Answer<'waiting'>[] = []
  for (const one of stamped) waiting.push(...(await finishStamped(tools, of, [one])))
  return waiting
}

function waitingFor(
  { intent, milliseconds }: Answer<'stamped'>,
  why: Message | string,
): Answer<'waiting'> {
  const message = AFTER_STAMP_WAITS({ why })
  return { intent, milliseconds, kind: 'waiting', message }
}

async function finishSlice(
  tools: StampingTools,
  of: Of,
  stamped: readonly Answer<'stamped'>[],
): Promise<readonly Answer<'waiting'>[]> {
  const filed = await Promise.all(
    stamped.map(async (one) => ({ ...one, file: await spoolXml(tools.attachments, one.xml) })),
  )
  try {
    const refused = await writeAs(
      tools.database,
      of.caller.empresa,
      (tx) => finishWithin(tools, stampingContext(tools, tx, of.caller), { kind: of.kind, filed }),
      'shared',
    )
    return stamped.flatMap((one) => {
      const reason = refused.get(one.intent.registro)
      return reason === undefined ? [] : [waitingFor(one, reason.message)]
    })
  } finally {
    await dropSpooled(filed.map(({ file }) => file))
  }
}

async function finishWithin(
  tools: StampingTools,
  context: ActionContext,
  { kind, filed }: { readonly kind: CfdiKind; readonly filed: readonly Filed[] },
): Promise<Unfinished> {
  const mine = await lockMine(context, kind, filed)
  if (mine.length === 0) return new Map()
  const changes = new Changes(context, { name: kind.actions.stamp, reason: null })
  const refused = await kind.finish(
    context,
    changes,
    mine.map(({ intent, stamp }) => ({ ...intent, ...stamp })),
  )
  const done = mine.filter(({ intent }) => !refused.has(intent.registro))
  if (done.length === 0) return refused
  const { contents } = tools.attachments
  await fileStamps(context, changes, { contents, model: kind.model, done })
  await changes.write()
  return refused
}

/** Those of the CFDI, in the order of their ids, that nobody else has finished meanwhile, with their records locked first. */
async function lockMine<A extends Pick<PacAnswer, 'intent'>>(
  context: ActionContext,
  kind: CfdiKind,
  answers: readonly A[],
): Promise<readonly A[]> {
  const sorted = answers.toSorted((a, b) => Number(BigInt(a.intent.cfdi) - BigInt(b.intent.cfdi)))
  await kind.lock(
    context,
    sorted.map(({ intent }) => intent.registro),
  )
  const open = await lockOpenIntents(
    context.tx,
    context.caller.empresa,
    sorted.map(({ intent }) => intent.cfdi),
  )
  return sorted.filter(({ intent }) => open.has(intent.cfdi))
}

/** What the PAC refuses can be mended and sent again, under the same number. */
async function reject(
  tools: StampingTools,
  { caller, kind }: Of,
  rejected: readonly Answer<'rejected'>[],
): Promise<void> {
  const { empresa } = caller
  await writeAs(tools.database, empresa, async (tx) => {
    const context = stampingContext(tools, tx, caller)
    const mine = await lockMine(context, kind, rejected)
    const changes = new Changes(context, { name: kind.actions.stamp, reason: null })
    for (const { intent } of mine) changes.change('Cfdi', intent.cfdi, { estado: 'rechazado' })
    await kind.reject?.(
      context,
      changes,
      mine.map(({ intent }) => intent.registro),
    )
    const ended = mine.map(({ intent, code, message }) => ({
      cfdi: intent.cfdi,
      codigo: code,
      mensaje: String(message),
    }))
    changes.also({ write: () => endIntents(tx, empresa, { ended, estado: 'rechazado' }) })
    changes.chat(...mine.map(rejectedChat))
    await note(context, changes, mine)
    await changes.write()
  })
}

/** Tells the channel what to look after; the PAC's text, which may name amounts and customers, is in the answer alone. */
function rejectedChat({ intent, code }: Answer<'rejected'>): OutboxChat {
  const { modelo, registro } = intent
  const texto = `El PAC rechazó el CFDI de ${literal(`${modelo} ${registro}`)} con ${literal(code)}.`
  return { para: [], tema: 'Timbrado', texto, enCanal: texto, modelo, registro }
}

const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 60 * 60_000
// Of a wait that doubles from half a minute; beyond it the longest wait is reached.
const MAX_DOUBLINGS = 7

async function postpone(
  tools: StampingTools,
  { caller, kind }: Of,
  waiting: readonly Answer<'waiting'>[],
): Promise<void> {
  const { empresa } = caller
  const tries = Math.min(MAX_DOUBLINGS, ...waiting.map(({ intent }) => intent.intentos))
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
  await writeAs(tools.database, empresa, async (tx) => {
    await postponeIntents(tx, empresa, {
      postponed: waiting.map(({ intent, message }) => ({
        cfdi: intent.cfdi,
        mensaje: String(message),
      })),
      until: new Date(tools.now() + waitMs).toISOString(),
    })
    const context = stampingContext(tools, tx, caller)
    const changes = new Changes(context, { name: kind.actions.stamp, reason: null })
    await note(context, changes, waiting)
    await changes.write()
  })
}

async function note(
  { tx, caller, moment }: ActionContext,
  changes: Changes,
  failed: readonly (Answer<'rejected'> | Answer<'waiting'>)[],
): Promise<void> {
  const [first] = failed
  if (first === undefined) return
  const { contrato } = await findStampReferences(tx, caller.empresa, first.intent.modelo)
  for (const { intent, message, milliseconds, ...more } of failed) {
    const row = stampingNote({
      cfdi: intent.cfdi,
      operacion: 'timbrado',
      contrato,
      codigo: 'code' in more ? more.code : null,
      mensaje: String(message),
      milisegundos: milliseconds,
      exitoso: false,
      fecha: moment.now,
    })
    changes.insert('BitacoraTimbrado', row)
  }
}
