import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'
import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** Two figures that the same facts make, each in its own way. */
export interface Control {
  readonly name: string
  /** What should be so. */
  readonly label: Bilingual
  /** The SAT's codes of the accounts compared, as the beginning of a code; null: none is. */
  readonly accounts: string | null
  /** One column: what documents, stock or entries say it should be; all of them may read what `ledger` names. */
  readonly expected: (empresa: EmpresaId) => Sql
  readonly found: (empresa: EmpresaId) => Sql
}

/**
 * What the controls share, as the beginning of the statement. `libro` adds up the entries once for all of them, by model
 * and account: a ledger of many years is read once, and joined to catalogs only when little is left of it. Joined line by
 * line, a new database, whose tables have no statistics yet, pairs all accounts with all models first.
 */
export function ledger(empresa: EmpresaId): Sql {
  return sql`codigo_de_cuenta as materialized (
      select c.id, g.codigo from cuenta_contable c join codigo_agrupador g on g.id = c.codigo_agrupador
      where c.empresa_id = ${empresa}::int8),
    movido_por_modelo as materialized (
      select p.modelo, l.cuenta_contable as cuenta, sum(l.cargo) as cargo, sum(l.abono) as abono
      from poliza p join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
      where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada') group by 1, 2),
    libro as materialized (
      select (select m.nombre from modelo_sistema m where m.id = s.modelo) as modelo,
        (select c.codigo from codigo_de_cuenta c where c.id = s.cuenta) as codigo, s.cargo, s.abono
      from movido_por_modelo s)`
}

/** What stands on accounts, positive on one side, by the beginning of their SAT codes; `but` leaves one out. */
export const onAccounts =
  (code: string, side: 'cargo' | 'abono', but: string | null = null) =>
  (): Sql => {
    const [pattern, excluded] = [`${code}%`, but === null ? '' : `${but}%`]
    return sql`select sum(${net(side)}) from libro
      where codigo like ${pattern}::text and codigo not like ${excluded}::text`
  }

/** The same, of the entries of some models alone: what a company has of its own on such accounts is left out. */
export const bookedBy =
  (models: readonly string[], code: string, side: 'cargo' | 'abono') => (): Sql =>
    sql`select sum(${net(side)}) from libro
      where modelo = any(${models}::text[]) and codigo like ${`${code}%`}::text`

export const sumOfEntries = (column: 'cargo' | 'abono') => (): Sql =>
  sql`select sum(${trusted(column)}) from libro`

function net(side: 'cargo' | 'abono'): Sql {
  return trusted(side === 'cargo' ? 'cargo - abono' : 'abono - cargo')
}

export const none = (): Sql => sql`select 0`

/** Accounts of closed periods whose stored balance is not that of the entries up to there, as the trial balance has it. */
export function staleBalances(empresa: EmpresaId): Sql {
  return sql`with movido as (
      select p.periodo, l.cuenta_contable as cuenta, coalesce(l.centro_costo, 0) as centro, sum(l.cargo - l.abono) as saldo
      from poliza p join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
      where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada') group by 1, 2, 3),
    cerrado as (
      select q.* from periodo_contable q where q.empresa_id = ${empresa}::int8 and q.estado = 'cerrado'
        and exists (select from saldo_cuenta s where s.empresa_id = ${empresa}::int8 and s.periodo = q.id)),
    debido as (
      select q.id as periodo, m.cuenta, m.centro, sum(m.saldo) as saldo
      from cerrado q
      join periodo_contable a on a.empresa_id = ${empresa}::int8
        and (a.fecha_inicio, a.fecha_fin, a.numero) <= (q.fecha_inicio, q.fecha_fin, q.numero)
      join movido m on m.periodo = a.id group by 1, 2, 3),
    guardado as (
      select s.periodo, s.cuenta_contable as cuenta, coalesce(s.centro_costo, 0) as centro,
        coalesce(n.signo_saldo, 1) * s.saldo_final as saldo
      from cerrado q join saldo_cuenta s on s.empresa_id = ${empresa}::int8 and s.periodo = q.id
      join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = s.cuenta_contable
      join naturaleza_cuenta n on n.id = c.naturaleza)
    select count(*) from debido d full join guardado g using (periodo, cuenta, centro)
    where coalesce(d.saldo, 0) <> coalesce(g.saldo, 0)`
}
