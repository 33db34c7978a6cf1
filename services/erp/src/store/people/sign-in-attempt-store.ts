import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** The key under which attempts on an account are counted: with its company in the name, or as one of its namesakes. */
export function accountKey(kind: 'cuenta' | 'tocayo', empresa: string, usuarioId: string): string {
  return `${kind} ${empresa}/${usuarioId}`
}

/** How often something was tried in its window, including this time. */
export interface Count {
  readonly clave: string
  readonly cuenta: number
  readonly inicio: Date
}

/**
 * Counts an attempt under each key and returns the counts, in one step: each of several simultaneous attempts gets a
 * count of its own. A window that began before `since` starts again.
 */
export async function countAttempt(
  database: Tx,
  keys: readonly string[],
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<readonly Count[]> {
  return await database.query<Count>(
    sql`insert into oficina.intento as i (clave, inicio, cuenta)
          select clave, ${now}::timestamptz, 1 from unnest(${keys}::text[]) as t(clave) order by clave
          on conflict (clave) do update set
            cuenta = case when i.inicio <= ${since}::timestamptz then 1 else i.cuenta + 1 end,
            inicio = case when i.inicio <= ${since}::timestamptz then excluded.inicio else i.inicio end
          returning clave, cuenta, inicio`,
  )
}

/** Takes back one attempt under each of `once` (it did not count), and all of them under each of `all`. */
export async function uncountAttempt(
  database: Tx,
  { once, all }: { readonly once: readonly string[]; readonly all: readonly string[] },
): Promise<void> {
  await database.execute(sql`
    update oficina.intento set cuenta = case when clave = any(${all}::text[]) then 0 else greatest(cuenta - 1, 0) end
    where clave in (select clave from oficina.intento where clave = any(${[...once, ...all]}::text[])
      order by clave for update)`)
}

/** The outcome of an attempt, for one of the users it may have meant. */
export interface Attempt {
  readonly empresa: string
  readonly usuario: string
  readonly resultado:
    | 'exitoso'
    | 'contrasena_incorrecta'
    | 'usuario_bloqueado'
    | 'factor_incorrecto'
    | 'red_no_permitida'
  /** Failures that lock the account, and for how long; null: nothing locks it. */
  readonly maximo: number | null
  readonly minutos: number | null
}

const MAX_ADDRESS = 45
const MAX_AGENT = 250

/** Records attempts in IntentoAcceso and in what locks an account; takes as long for none as for one. */
export async function recordAttempts(
  database: Tx,
  attempts: readonly Attempt[],
  change: {
    readonly key: string
    readonly now: Date
    readonly address: string
    readonly agent: string
  },
): Promise<void> {
  await database.query(
    sql`select oficina.anotar_intentos(${JSON.stringify(attempts)}::jsonb, ${change.key}, ${change.now},
        ${change.address.slice(0, MAX_ADDRESS)}, ${change.agent.slice(0, MAX_AGENT)})`,
  )
}

export async function deleteCountsBefore(owner: Database, before: Date): Promise<number> {
  return await owner.execute(sql`delete from oficina.intento where inicio < ${before}`)
}
