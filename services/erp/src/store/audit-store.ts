import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Caller } from '../identity/caller.ts'
import { isDistributed } from './distributed-database.ts'
import { numberSource, takeNumbers } from './numbers/counter-store.ts'
import type { EmpresaId } from './tenant-database.ts'

/** The counter that numbers the rows of the audit log. */
export const AUDIT_COUNTER = 'registro_auditoria'

/** What happened to one record. `before` and `after` hold fields by name, never a secret. */
export interface AuditEntry {
  /** Taken from `AUDIT_COUNTER`. */
  readonly id: number
  readonly model: string
  readonly recordId: string
  readonly operation: 'alta' | 'cambio' | 'baja' | 'accion'
  /** The business action, for `accion`. */
  readonly action: string | null
  readonly reason: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

interface NumberBlock {
  next: number
  last: number
}

// The blocks of each database of a process, by company. A block that is not used up leaves a gap, which means nothing.
const blocks = new WeakMap<Database, Blocks>()
// How many connections of a pool have ended.
const endings = new WeakMap<Database['pool'], { count: number }>()
const BLOCK = 50
const MAX_COMPANIES = 1_000

/**
 * A number for one row of the audit log, to be taken before the transaction begins: numbers come in blocks, so that the
 * writers of a company do not wait for each other's transactions at the counter.
 */
export async function auditNumber(database: Database, empresa: EmpresaId): Promise<number> {
  // Behind a pooler, or a coordinator, connections do not end with the database's.
  if (database.opening !== undefined || isDistributed(database))
    return await auditNumbers(database, empresa, 1)
  const own = blocksOf(database)
  const block = own.get(empresa)
  if (block !== undefined && block.next <= block.last) {
    block.next += 1
    return block.next - 1
  }
  const first = await auditNumbers(database, empresa, BLOCK)
  if (own.size >= MAX_COMPANIES) own.clear()
  own.set(empresa, { next: first + 1, last: first + BLOCK - 1 })
  return first
}

interface Blocks {
  readonly endings: number
  readonly byCompany: Map<string, NumberBlock>
}

/**
 * The blocks of a database, forgotten whenever a connection ends: a database that comes back may have lost its last
 * commits (a standby took over, or commits were not waited for), and would give out the rest of a block again.
 */
function blocksOf(database: Database): Map<string, NumberBlock> {
  const { count } = endingsOf(database.pool)
  const known = blocks.get(database)
  if (known?.endings === count) return known.byCompany
  const byCompany = new Map<string, NumberBlock>()
  blocks.set(database, { endings: count, byCompany })
  return byCompany
}

/** One listener for a pool, whatever looks at it. */
function endingsOf(pool: Database['pool']): { readonly count: number } {
  const known = endings.get(pool)
  if (known !== undefined) return known
  const ended = { count: 0 }
  endings.set(pool, ended)
  pool.on('remove', () => {
    ended.count += 1
  })
  return ended
}

/** Takes many numbers at once, at least one; returns the first. */
export async function auditNumbers(
  database: Tx,
  empresa: EmpresaId,
  count: number,
): Promise<number> {
  const taken = await takeNumbers(database, empresa, new Map([[AUDIT_COUNTER, count]]))
  return numberSource(taken)(AUDIT_COUNTER)
}

const MAX_AGENT = 250
const MAX_REQUEST_ID = 200
const MAX_ADDRESS = 45

/**
 * Writes to the audit log within the transaction that it records. Rows are only ever added: the service's role has no
 * right to change or delete them, and `huella` is the SHA-256 of a row's content. A model that is none fails: what an
 * inner join would leave out would be a deed that nobody can find.
 * @source docs/decisions/0212-erp-audit-and-outbox.md
 */
export async function recordAudit(
  tx: Tx,
  caller: Pick<Caller, 'empresa' | 'address' | 'agent' | 'requestId'> & {
    /** Null: the service itself. */
    readonly usuarioId: string | null
  },
  { entries, now }: { readonly entries: readonly AuditEntry[]; readonly now: string },
): Promise<void> {
  if (entries.length === 0) return
  const address = caller.address.slice(0, MAX_ADDRESS)
  const agent = caller.agent.slice(0, MAX_AGENT)
  const requestId = caller.requestId.slice(0, MAX_REQUEST_ID)
  await tx.execute(
    sql`insert into registro_auditoria (empresa_id, id, creado_en, modificado_en, fecha_hora, usuario, modelo, registro,
            operacion, accion, direccion_ip, agente, solicitud, motivo, antes, despues, huella)
          select ${caller.empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
            ${caller.usuarioId}::int8, m.id, n."recordId", n.operation, a.id, ${address}, ${agent}, ${requestId},
            n.reason, n.before, n.after,
            encode(sha256(convert_to(jsonb_build_array(${caller.empresa}::int8, n.id, ${now}::text,
              ${caller.usuarioId}::int8, n.model, n."recordId", n.operation, n.action, n.reason, n.before, n.after)::text,
              'UTF8')), 'hex')
          from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n(id int8, model text, "recordId" text,
            operation text, action text, reason text, before jsonb, after jsonb)
          left join modelo_sistema m on m.nombre = n.model
          left join accion_sistema a on a.modelo = m.id and a.nombre = n.action`,
  )
}
