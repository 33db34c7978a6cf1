import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked EstadoCuentaBancario with what its account is called. */
export interface StatementRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly cuenta_bancaria: string
  readonly cuenta_clave: string
  readonly numero_cuenta: string
  readonly clabe: string | null
  readonly moneda_clave: string
  readonly fecha_inicio: string
  readonly fecha_fin: string
  readonly saldo_inicial: string
  readonly saldo_final: string
  readonly renglones: number
}

export async function lockStatement(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<StatementRow | undefined> {
  const rows = await tx.query<StatementRow>(
    sql`select e.id::text as id, e.folio, coalesce(e.estado, 'importado') as estado,
            e.cuenta_bancaria::text as cuenta_bancaria, c.clave as cuenta_clave, c.numero_cuenta, c.clabe,
            m.clave as moneda_clave, e.fecha_inicio::text as fecha_inicio, e.fecha_fin::text as fecha_fin,
            e.saldo_inicial::text as saldo_inicial, e.saldo_final::text as saldo_final,
            (select count(*) from estado_cuenta_bancario_renglon r
              where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id) as renglones
          from estado_cuenta_bancario e
          join cuenta_bancaria c on c.empresa_id = ${empresa}::int8 and c.id = e.cuenta_bancaria
          join moneda m on m.id = c.moneda
          where e.empresa_id = ${empresa}::int8 and e.id = ${id}::int8 for no key update of e`,
  )
  return rows[0]
}

/** The file that a statement names itself; null: none. */
export async function findStatementFile(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<string | null> {
  const rows = await tx.query<{ archivo: string | null }>(
    sql`select archivo::text as archivo from estado_cuenta_bancario
          where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
  return rows[0]?.archivo ?? null
}

/** What is known of an account before a statement. */
export interface KnownLines {
  /** The balance that the statements before it lead to; null: it is the first. */
  readonly saldo: string | null
  /** The folio of a statement that begins later; null: there is none. */
  readonly posterior: string | null
  /** The folio of one that reaches into it. */
  readonly traslapa: string | null
  /** Of the ids of lines that were asked for, those that are there already. */
  readonly ids: readonly string[]
}

/** Statements count once they have lines or were imported. The account is locked: two files are not imported at once. */
export async function findKnownLines(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly id: string
    readonly cuenta: string
    readonly desde: string
    readonly ids: readonly string[]
  },
): Promise<KnownLines> {
  await tx.query(
    sql`select id from cuenta_bancaria where empresa_id = ${empresa}::int8 and id = ${of.cuenta}::int8
          for no key update`,
  )
  const rows = await tx.query<KnownLines>(
    sql`with otros as (
              select e.id, e.folio, e.fecha_inicio, e.fecha_fin, e.saldo_inicial from estado_cuenta_bancario e
              where e.empresa_id = ${empresa}::int8 and e.cuenta_bancaria = ${of.cuenta}::int8 and e.id <> ${of.id}::int8
                and (e.importado_por is not null or exists (select from estado_cuenta_bancario_renglon r
                  where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id))),
            renglones as (
              select r.fecha, r.id_banco, coalesce(r.abono, 0) - coalesce(r.cargo, 0) as importe
              from otros o join estado_cuenta_bancario_renglon r
                on r.empresa_id = ${empresa}::int8 and r.estado_cuenta = o.id)
          select ((select saldo_inicial from otros order by fecha_inicio, id limit 1)
              + (select coalesce(sum(importe), 0) from renglones where fecha < ${of.desde}::date))::text as saldo,
            (select folio from otros where fecha_inicio > ${of.desde}::date order by fecha_inicio, id limit 1) as posterior,
            (select folio from otros where fecha_fin >= ${of.desde}::date order by fecha_fin, id limit 1) as traslapa,
            (select coalesce(json_agg(distinct id_banco), '[]') from renglones
              where id_banco = any(${of.ids}::text[])) as ids`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the lines of the account were not read')
  return row
}

export interface NewStatementLine {
  readonly id: number
  readonly renglon: number
  readonly fecha: string
  readonly descripcion: string
  readonly referencia: string | null
  readonly clave_rastreo: string | null
  readonly id_banco: string | null
  readonly cargo: string | null
  readonly abono: string | null
  readonly saldo: string | null
}

/** Writes what a file had: the lines, and what they add up to. */
export async function writeStatement(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly id: string
    readonly archivo: string
    readonly usuario: string
    readonly depositos: string
    readonly retiros: string
    readonly lines: readonly NewStatementLine[]
    readonly now: string
  },
): Promise<void> {
  await tx.execute(
    sql`insert into estado_cuenta_bancario_renglon (empresa_id, id, creado_en, modificado_en, estado_cuenta, renglon,
            fecha, descripcion, referencia, clave_rastreo, id_banco, cargo, abono, saldo, conciliado)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, ${of.id}::int8, n.renglon,
            n.fecha, n.descripcion, n.referencia, n.clave_rastreo, n.id_banco, n.cargo, n.abono, n.saldo, false
          from jsonb_to_recordset(${JSON.stringify(of.lines)}::jsonb) as n(id int8, renglon int4, fecha date,
            descripcion text, referencia text, clave_rastreo text, id_banco text, cargo numeric, abono numeric,
            saldo numeric)`,
  )
  await tx.execute(
    sql`update estado_cuenta_bancario set estado = 'importado', archivo = ${of.archivo}::int8,
            importado_por = ${of.usuario}::int8, depositos = ${of.depositos}::numeric, retiros = ${of.retiros}::numeric,
            version = version + 1, modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = ${of.id}::int8`,
  )
}
