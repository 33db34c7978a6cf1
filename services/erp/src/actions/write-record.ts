import type { Clock } from '@oficina/kit/clock.ts'
import type { Database, Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../identity/caller.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { demand, rightsKey } from '../identity/rights.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import type { FieldValue } from '../query/field-value.ts'
import { isSameValue } from '../query/same-value.ts'
import {
  planCreate,
  planUpdate,
  refuseReadOnly,
  type InputProblem,
  type JsonObject,
  type WriteMoment,
  type WritePlan,
} from '../query/write-plan.ts'
import { auditNumber } from '../store/audit-store.ts'
import {
  findMissingReferences,
  insertRecord,
  nextId,
  updateRecord,
  type StoredRecord,
} from '../store/record-store.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../store/idempotency-store.ts'
import { readAs, writeAs } from '../store/tenant-database.ts'
import type { Views } from '../visibility/dictionary-views.ts'
import { isStillHis, readAnswer, type KeptAnswer } from './read-written-record.ts'
import { auditWrites } from './audit-write.ts'
import type { Callbacks, Reveal } from './callbacks/callback.ts'
import { translateConstraint } from './constraint-errors.ts'
import { lockReached, refuseOutside } from './reachable-records.ts'
import { refuseCycles } from './refuse-cycles.ts'
import { hashSecrets } from './hash-secrets.ts'
import { demandSegregated } from './segregation.ts'
import type { Read } from './sign-in/new-password.ts'

export interface WriteTools {
  readonly database: Database
  readonly registry: Registry
  readonly views: Views
  readonly callbacks: Callbacks
  readonly passwords: PasswordWork
  readonly now: Clock
}

/** A record as its writer may read it, and warnings about the write. */
export interface WrittenRecord extends StoredRecord {
  readonly warnings: readonly ErrorEntry[]
}

/** The moment of a write; `today` is the day in Mexico City, by which fiscal days are counted. */
export function momentOf(nowMs: number): WriteMoment {
  return { today: mexicanDay(nowMs), now: new Date(nowMs).toISOString() }
}

/**
 * Creates a record and returns it as stored.
 * @throws ApiError VALIDATION, UNKNOWN_FIELD, READ_ONLY_FIELD, UNKNOWN_REFERENCE, DUPLICATE, CALLBACK_REJECTED, FORBIDDEN
 */
export async function createRecord(
  tools: WriteTools,
  caller: Caller,
  request: {
    readonly model: Model
    readonly body: JsonObject
    readonly idempotency: IdempotencyKey | null
  },
): Promise<CreatedRecord> {
  const { model, body } = request
  demand(caller.rights, model, 'crear')
  refuseOperation(model, 'create')
  const moment = momentOf(tools.now())
  const seen = tools.views.of(caller.rights).modelFor(model, 'crear')
  const plan = planCreate(seen, body, moment)
  if (!plan.ok) throw inputError(plan.error)
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id: null, read }
  const values = await hashSecrets(tools.passwords, target, plan.value.values)
  const shown = new Map<string, string>()
  const reveal = (name: string, value: string) => void shown.set(name, value)
  const id = await reserveId(tools.database, caller, model)
  const auditId = await auditNumber(tools.database, caller.empresa)
  const record = await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const replay = await claimKey(tx, caller, request.idempotency)
      if (replay !== null) return await answerAgain(tools, tx, { caller, model, replay })
      const creation = { caller, model, values, now: moment.now, id, auditId, reveal }
      const stored = await createWithin(tools, tx, creation)
      const answer = { view: rightsKey(caller.rights), id: stored.id, answer: stored }
      await keepAnswer(tx, caller, { key: request.idempotency, status: 201, answer })
      return stored
    }),
  )
  return { ...record, shown }
}

/** A record with values that are shown only this once and stored nowhere, not even for a repeated request. */
export interface CreatedRecord extends WrittenRecord {
  readonly shown: ReadonlyMap<string, string>
}

/** The answer of the first call or, if the caller's rights have changed since, what he may read of the record now. */
async function answerAgain(
  tools: WriteTools,
  tx: Tx,
  of: { readonly caller: Caller; readonly model: Model; readonly replay: { answer: unknown } },
): Promise<WrittenRecord> {
  // The key belongs to a create of this model, whose answer `keepAnswer` stored.
  const kept = of.replay.answer as KeptAnswer<WrittenRecord>
  if (isStillHis(of.caller, kept)) return kept.answer
  return { ...(await readAnswer(tools, tx, { ...of, id: kept.id })), warnings: [] }
}

/** The id of a new record of a tenant model; null for a global one. */
async function reserveId(tx: Tx, caller: Caller, model: Model): Promise<string | null> {
  if (model.scope === 'global') return null
  return await nextId(tx, { model, empresa: caller.empresa, count: 1 })
}

interface Creation {
  readonly caller: Caller
  readonly model: Model
  readonly values: ReadonlyMap<string, FieldValue | null>
  readonly now: string
  readonly id: string | null
  /** The number of its row in the audit log; without it no row is written. */
  readonly auditId?: number
  readonly reveal?: Reveal
}

/** The create within a transaction, for code that creates several records at once. */
export async function createWithin(
  tools: WriteTools,
  tx: Tx,
  { caller, model, values, now, id: reserved, auditId, reveal }: Creation,
): Promise<WrittenRecord> {
  const { registry } = tools
  await refuseMissingReferences(tools, tx, { caller, model, values })
  const revealing = reveal === undefined ? {} : { reveal }
  const warnings: ErrorEntry[] = []
  const warn = (remark: ErrorEntry) => warnings.push(remark)
  const context = { tx, caller, registry, now, views: tools.views, warn, ...revealing }
  const prepared = await tools.callbacks.beforeWrite(context, { model, values, previous: null })
  const id = await insertRecord(tx, {
    model,
    empresa: caller.empresa,
    values: prepared,
    now,
    id: reserved,
  })
  await tools.callbacks.afterWrite(context, { model, id, values: prepared, previous: null })
  await refuseOutside(tx, { views: tools.views, caller, model, right: 'crear' }, [id])
  const audit = {
    model,
    recordId: id,
    operation: 'alta',
    values: prepared,
    previous: null,
    warnings,
  } as const
  const [stored] = await Promise.all([
    readAnswer(tools, tx, { caller, model, id }),
    auditId === undefined
      ? undefined
      : auditWrites(tx, caller, { writes: [{ ...audit, id: auditId }], now }),
  ])
  return { ...stored, warnings }
}

/**
 * Changes the fields that were sent.
 * @throws ApiError NOT_FOUND, STALE_VERSION, and those of `createRecord`
 */
export async function updateRecordFields(
  tools: WriteTools,
  caller: Caller,
  request: {
    readonly model: Model
    readonly id: string
    readonly body: JsonObject
    readonly ifMatch: string | null
  },
): Promise<WrittenRecord> {
  const { model, id, body } = request
  demand(caller.rights, model, 'modificar')
  refuseOperation(model, 'update')
  const plan = planUpdate(tools.views.of(caller.rights).modelFor(model, 'modificar'), body)
  if (!plan.ok) throw inputError(plan.error)
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id, read }
  const values = await hashSecrets(tools.passwords, target, plan.value.values)
  const now = momentOf(tools.now()).now
  const auditId = await auditNumber(tools.database, caller.empresa)
  return await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const change = { caller, model, id, plan: { ...plan.value, values }, now, auditId }
      const warnings = await updateWithin(tools, tx, { ...change, ifMatch: request.ifMatch })
      return { ...(await readAnswer(tools, tx, { caller, model, id })), warnings }
    }),
  )
}

interface Change {
  readonly caller: Caller
  readonly model: Model
  readonly id: string
  /** With secrets hashed. */
  readonly plan: WritePlan
  readonly now: string
  readonly ifMatch: string | null
  /** The number of its row in the audit log, unused by an update that changes nothing. */
  readonly auditId: number
}

/** The update within a transaction, for code that changes several records at once; returns warnings. */
export async function updateWithin(
  tools: WriteTools,
  tx: Tx,
  { caller, model, id, plan, now, ifMatch, auditId }: Change,
): Promise<readonly ErrorEntry[]> {
  const { values } = plan
  const reach = { views: tools.views, caller, model, right: 'modificar' }
  const current = await lockReached(tx, reach, id)
  refuseStale(current, [plan.version, ifMatch])
  refuseReadOnlyChange(plan, current)
  await refuseMissingReferences(tools, tx, {
    caller,
    model,
    values: changed(model, values, current),
  })
  const warnings = [...(await demandSegregated(tx, reach, id))]
  const warn = (remark: ErrorEntry) => warnings.push(remark)
  const context = { tx, caller, registry: tools.registry, now, views: tools.views, warn }
  const write = { model, values, previous: current }
  const prepared = await tools.callbacks.beforeWrite(context, write)
  if (prepared.size === 0) return []
  await refuseCycles(tx, { model, empresa: caller.empresa, id }, write)
  await updateRecord(tx, { model, empresa: caller.empresa, id }, { values: prepared, now })
  await tools.callbacks.afterWrite(context, { ...write, id, values: prepared })
  await refuseOutside(tx, reach, [id])
  const audit = { model, recordId: id, operation: 'cambio', values: prepared, warnings } as const
  await auditWrites(tx, caller, { writes: [{ ...audit, id: auditId, previous: current }], now })
  return warnings
}

export function refuseOperation(model: Model, operation: 'create' | 'update' | 'delete'): void {
  if (model.operations.includes(operation)) return
  throw apiError(
    'FORBIDDEN',
    `${model.name} does not allow ${operation}: only the service itself writes it.`,
  )
}

function inputError(problems: readonly InputProblem[]): ApiError {
  return new ApiError(problems)
}

export function refuseStale(
  current: ReadonlyMap<string, string | null>,
  expected: readonly (string | null)[],
): void {
  const version = current.get('version') ?? null
  const stale = expected.find((wanted) => wanted !== null && version !== null && wanted !== version)
  if (stale === undefined) return
  throw apiError(
    'STALE_VERSION',
    `The record is at version ${version}; you sent ${stale}. Read it again.`,
    'version',
  )
}

/** A read-only field may repeat the record's value; any other value is refused. */
function refuseReadOnlyChange(plan: WritePlan, current: ReadonlyMap<string, string | null>): void {
  const problems: InputProblem[] = []
  refuseReadOnly(plan.model, plan.readOnly, {
    problems,
    current: (field) => current.get(field.name) ?? null,
  })
  if (problems.length > 0) throw inputError(problems)
}

/** A record that is sent back whole may keep its reference to one that its writer cannot reach. */
function changed(
  model: Model,
  values: ReadonlyMap<string, FieldValue | null>,
  current: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, FieldValue | null> {
  return new Map(
    [...values].filter(([name, value]) => {
      const field = model.fieldByName.get(name)
      return field !== undefined && !isSameValue(field, value, current.get(name) ?? null)
    }),
  )
}

async function refuseMissingReferences(
  tools: WriteTools,
  tx: Tx,
  of: Pick<Creation, 'caller' | 'model' | 'values'>,
): Promise<void> {
  const { reachable } = tools.views.of(of.caller.rights)
  const missing = await findMissingReferences(reachable, tx, {
    model: of.model,
    empresa: of.caller.empresa,
    values: of.values,
  })
  if (missing.length === 0) return
  throw new ApiError(
    missing.map((field) => {
      const reference = of.model.fieldByName.get(field)
      const target = reference?.type === 'reference' ? reference.target : 'record'
      const message = `${field}: there is no ${target} with id ${String(of.values.get(field))}.`
      return { code: 'UNKNOWN_REFERENCE', field, message }
    }),
  )
}
