import type { Clock } from '@oficina/kit/clock.ts'
import type { Database, Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../identity/caller.ts'
import { mexicanDay } from '../identity/day.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { demand } from '../identity/rights.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { ApiError, apiError, type DependentRecords } from '../errors.ts'
import type { FieldValue } from '../query/field-value.ts'
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
import { findDependents } from '../store/dependents-store.ts'
import {
  deleteRecord,
  findMissingReferences,
  insertRecord,
  lockRecord,
  nextId,
  readRecord,
  updateRecord,
  type StoredRecord,
} from '../store/record-store.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../store/idempotency-store.ts'
import { readAs, writeAs } from '../store/tenant-database.ts'
import { auditWrites } from './audit-write.ts'
import type { Callbacks, Reveal } from './callbacks/callback.ts'
import { translateConstraint } from './constraint-errors.ts'
import { refuseCircles } from './refuse-circles.ts'
import { securedValues } from './secured-values.ts'
import type { Read } from './sign-in/new-password.ts'

export interface WriteTools {
  readonly database: Database
  readonly registry: Registry
  readonly callbacks: Callbacks
  readonly passwords: PasswordWork
  readonly now: Clock
}

/** The moment of a write; `today` is the day in Mexico City, where the fiscal day is. */
export function momentOf(nowMs: number): WriteMoment {
  return { today: mexicanDay(nowMs), now: new Date(nowMs).toISOString() }
}

/**
 * Creates a record and gives it as stored.
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
  const plan = planCreate(model, body, moment)
  if (!plan.ok) throw inputError(plan.error)
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id: null, read }
  const values = await securedValues(tools.passwords, target, plan.value.values)
  const shown = new Map<string, string>()
  const reveal = (name: string, value: string) => void shown.set(name, value)
  const id = await reserveId(tools.database, caller, model)
  const auditId = await auditNumber(tools.database, caller.empresa)
  const record = await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const replay = await claimKey(tx, caller, request.idempotency)
      // The key belongs to a create of this model, whose answer `keepAnswer` kept.
      if (replay !== null) return replay.answer as StoredRecord
      const creation = { caller, model, values, now: moment.now, id, auditId, reveal }
      const stored = await createWithin(tools, tx, creation)
      await keepAnswer(tx, caller, { key: request.idempotency, status: 201, answer: stored })
      return stored
    }),
  )
  return { ...record, shown }
}

/** A record with what is shown of it this once and kept nowhere, also not for a repeated request. */
export interface CreatedRecord extends StoredRecord {
  readonly shown: ReadonlyMap<string, string>
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
  /** Of its row in the audit log; without it none is written. */
  readonly auditId?: number
  readonly reveal?: Reveal
}

/** The create within a transaction, for what makes several records at once. */
export async function createWithin(
  tools: WriteTools,
  tx: Tx,
  { caller, model, values, now, id: reserved, auditId, reveal }: Creation,
): Promise<StoredRecord> {
  const { registry } = tools
  await refuseMissingReferences(tools, tx, { caller, model, values })
  const revealing = reveal === undefined ? {} : { reveal }
  const context = { tx, caller, registry, now, tools, ...revealing }
  const prepared = await tools.callbacks.beforeWrite(context, { model, values, previous: null })
  const id = await insertRecord(tx, {
    model,
    empresa: caller.empresa,
    values: prepared,
    now,
    id: reserved,
  })
  await tools.callbacks.afterWrite(context, { model, id, values: prepared, previous: null })
  const audit = {
    model,
    recordId: id,
    operation: 'alta',
    values: prepared,
    previous: null,
  } as const
  const [stored] = await Promise.all([
    readStored(tools, tx, { caller, model, id }),
    auditId === undefined
      ? undefined
      : auditWrites(tx, caller, { writes: [{ ...audit, id: auditId }], now }),
  ])
  return stored
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
): Promise<StoredRecord> {
  const { model, id, body } = request
  demand(caller.rights, model, 'modificar')
  refuseOperation(model, 'update')
  const plan = planUpdate(model, body)
  if (!plan.ok) throw inputError(plan.error)
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id, read }
  const values = await securedValues(tools.passwords, target, plan.value.values)
  const now = momentOf(tools.now()).now
  const auditId = await auditNumber(tools.database, caller.empresa)
  return await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const change = { caller, model, id, plan: { ...plan.value, values }, now, auditId }
      await updateWithin(tools, tx, { ...change, ifMatch: request.ifMatch })
      return await readStored(tools, tx, { caller, model, id })
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
  /** Of its row in the audit log, which an update that changes nothing does not use. */
  readonly auditId: number
}

/** The update within a transaction, for what changes several records at once. */
export async function updateWithin(
  tools: WriteTools,
  tx: Tx,
  { caller, model, id, plan, now, ifMatch, auditId }: Change,
): Promise<void> {
  const { values } = plan
  const current = await lockCurrent(tx, caller, { model, id })
  refuseStale(current, [plan.version, ifMatch])
  refuseReadOnlyChange(plan, current)
  await refuseMissingReferences(tools, tx, { caller, model, values })
  const context = { tx, caller, registry: tools.registry, now, tools }
  const write = { model, values, previous: current }
  const prepared = await tools.callbacks.beforeWrite(context, write)
  if (prepared.size === 0) return
  await refuseCircles(tx, { model, empresa: caller.empresa, id }, write)
  await updateRecord(tx, { model, empresa: caller.empresa, id }, { values: prepared, now })
  await tools.callbacks.afterWrite(context, { ...write, id, values: prepared })
  const audit = { model, recordId: id, operation: 'cambio', values: prepared } as const
  await auditWrites(tx, caller, { writes: [{ ...audit, id: auditId, previous: current }], now })
}

/**
 * Deletes a record that nothing depends on.
 * @throws ApiError NOT_FOUND, STALE_VERSION, HAS_DEPENDENTS with `dependents` by model
 * @source docs/contract/erp.md, Errors, "DELETE with dependent records"
 */
export async function deleteRecordById(
  tools: WriteTools,
  caller: Caller,
  request: { readonly model: Model; readonly id: string; readonly ifMatch: string | null },
): Promise<void> {
  const { model, id } = request
  demand(caller.rights, model, 'eliminar')
  refuseOperation(model, 'delete')
  const key = { model, empresa: caller.empresa, id }
  const { now } = momentOf(tools.now())
  const auditId = await auditNumber(tools.database, caller.empresa)
  await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const current = await lockCurrent(tx, caller, request)
      refuseStale(current, [request.ifMatch])
      const context = { tx, caller, registry: tools.registry, now, tools }
      await tools.callbacks.beforeDelete(context, { model, previous: current })
      const dependents = await findDependents(tools.registry, tx, key)
      if (dependents !== null) throw hasDependents(model, id, dependents)
      await deleteRecord(tx, key)
      const audit = { model, recordId: id, operation: 'baja', values: new Map() } as const
      await auditWrites(tx, caller, { writes: [{ ...audit, id: auditId, previous: current }], now })
    }),
  )
}

function hasDependents(
  model: Model,
  id: string,
  dependents: Readonly<Record<string, DependentRecords>>,
): ApiError {
  const names = Object.entries(dependents).map(([name, { count }]) => `${count} of ${name}`)
  const message = `${model.name} ${id} cannot be deleted: other records refer to it (${names.join(', ')}).`
  return new ApiError([{ code: 'HAS_DEPENDENTS', message, dependents }])
}

export function refuseOperation(model: Model, operation: 'create' | 'update' | 'delete'): void {
  if (model.operations.includes(operation)) return
  throw apiError(
    'FORBIDDEN',
    `${model.name} does not allow ${operation}: the service itself writes it.`,
  )
}

function inputError(problems: readonly InputProblem[]): ApiError {
  return new ApiError(problems)
}

async function lockCurrent(
  tx: Tx,
  caller: Caller,
  { model, id }: { readonly model: Model; readonly id: string },
): Promise<ReadonlyMap<string, string | null>> {
  const current = await lockRecord(tx, { model, empresa: caller.empresa, id })
  if (current === undefined) throw notFound(model, id)
  return current
}

export function notFound(model: Model, id: string): ApiError {
  return apiError('NOT_FOUND', `There is no ${model.name} with id ${id}.`)
}

function refuseStale(
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

/** A read-only field that holds what the record holds changes nothing; any other value is refused. */
function refuseReadOnlyChange(plan: WritePlan, current: ReadonlyMap<string, string | null>): void {
  const problems: InputProblem[] = []
  refuseReadOnly(plan.model, plan.readOnly, {
    problems,
    current: (field) => current.get(field.name) ?? null,
  })
  if (problems.length > 0) throw inputError(problems)
}

async function refuseMissingReferences(
  tools: WriteTools,
  tx: Tx,
  of: Pick<Creation, 'caller' | 'model' | 'values'>,
): Promise<void> {
  const missing = await findMissingReferences(tools.registry, tx, {
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

async function readStored(
  tools: WriteTools,
  tx: Tx,
  of: { readonly caller: Caller; readonly model: Model; readonly id: string },
): Promise<StoredRecord> {
  const key = { model: of.model, empresa: of.caller.empresa, id: of.id }
  const stored = await readRecord(tools.registry, tx, key)
  if (stored === undefined) throw notFound(of.model, of.id)
  return stored
}
