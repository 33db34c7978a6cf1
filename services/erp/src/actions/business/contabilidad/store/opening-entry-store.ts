import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Balances that the books of before held: where they stand, and where they are kept one by one. */
export interface OpeningKind {
  readonly table: 'cuenta_por_pagar' | 'cuenta_por_cobrar' | 'anticipo_proveedor' | 'anticipo_venta'
  /** The beginning of the SAT's codes of the accounts that hold them. */
  readonly code: '201' | '105' | '120' | '206'
  readonly side: 'cargo' | 'abono'
  /** Whose they are. */
  readonly party: 'proveedor' | 'cliente'
}

/** A locked entry that somebody wrote by hand, or that holds the balances with which the company began. */
interface OpeningEntry {
  readonly estado: string
  readonly is_by_hand: boolean
  /** What it puts on the accounts of these balances, in the company's currency, by the party that its lines name. */
  readonly importes: readonly PartyAmount[]
}

export interface PartyAmount {
  readonly tercero: string | null
  readonly importe: string
}

/** Locks an entry, so that two who recognize balances by it do not both pass, and it is not reversed meanwhile. */
export async function lockOpeningEntry(
  tx: Tx,
  empresa: EmpresaId,
  { poliza, kind }: { readonly poliza: string; readonly kind: OpeningKind },
): Promise<OpeningEntry | undefined> {
  await tx.query(
    sql`select id from poliza where empresa_id = ${empresa}::int8 and id = ${poliza}::int8 for no key update`,
  )
  const net = trusted(kind.side === 'cargo' ? 'l.cargo - l.abono' : 'l.abono - l.cargo')
  const party = trusted(`l.${kind.party}`)
  const [row] = await tx.query<OpeningEntry>(
    sql`select p.estado, p.poliza_reversa is null and p.origen in ('manual', 'importada')
            and (p.modelo is null or exists (select from empresa e where e.empresa_id = ${empresa}::int8
              and e.id = ${empresa}::int8 and e.poliza_apertura = p.id)) as is_by_hand,
            coalesce((select json_agg(json_build_object('tercero', t.tercero::text, 'importe', t.importe::text)) from (
              select ${party} as tercero, sum(${net})::numeric(18, 2) as importe from poliza_partida l
              join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = l.cuenta_contable
              join codigo_agrupador g on g.id = c.codigo_agrupador and g.codigo like ${`${kind.code}%`}::text
              where l.empresa_id = ${empresa}::int8 and l.poliza = p.id group by 1) t), '[]') as importes
          from poliza p where p.empresa_id = ${empresa}::int8 and p.id = ${poliza}::int8`,
  )
  return row
}

/** The entry of the balances with which the company began; null: none is in force. */
export async function findOpeningEntry(tx: Tx, empresa: EmpresaId): Promise<string | null> {
  const [row] = await tx.query<{ poliza: string | null }>(
    sql`select poliza_apertura::text as poliza from empresa where empresa_id = ${empresa}::int8 and id = ${empresa}::int8`,
  )
  return row?.poliza ?? null
}

const AMOUNTS: Readonly<Record<OpeningKind['table'], string>> = {
  cuenta_por_pagar: 'round(total * tipo_cambio, 2)',
  cuenta_por_cobrar: 'coalesce(total_base, round(total * tipo_cambio, 2))',
  anticipo_proveedor: 'round(importe * tipo_cambio, 2)',
  anticipo_venta: 'round(importe * tipo_cambio, 2)',
}

const ENDED = `'por_validar', 'cancelada', 'cancelado', 'devuelto'`

/** Finds what the balances are in the company's currency, and what others already have of the same entry. */
export async function findOpeningAmounts(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly kind: OpeningKind; readonly poliza: string; readonly ids: readonly string[] },
): Promise<{
  readonly amounts: ReadonlyMap<string, string>
  readonly recognized: readonly PartyAmount[]
}> {
  const { table } = wanted.kind
  const [from, amount, ended] = [trusted(table), trusted(AMOUNTS[table]), trusted(ENDED)]
  const party = trusted(wanted.kind.party)
  const [rows, recognized] = await Promise.all([
    tx.query<{ id: string; importe: string }>(
      sql`select id::text as id, (${amount})::numeric(18, 2)::text as importe from ${from}
            where empresa_id = ${empresa}::int8 and id = any(${wanted.ids}::int8[])`,
    ),
    tx.query<PartyAmount>(
      sql`select ${party}::text as tercero, sum(${amount})::numeric(18, 2)::text as importe from ${from}
            where empresa_id = ${empresa}::int8 and poliza = ${wanted.poliza}::int8 and estado not in (${ended})
            group by ${party}`,
    ),
  ])
  return { amounts: new Map(rows.map(({ id, importe }) => [id, importe])), recognized }
}

/** Entries on which balances that were recognized rest. */
export async function findEntriesWithBalances(
  tx: Tx,
  empresa: EmpresaId,
  polizas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ended = trusted(ENDED)
  const rows = await tx.query<{ poliza: string; modelo: string }>(
    sql`select distinct on (poliza) poliza::text as poliza, modelo from (
            select poliza, 'CuentaPorPagar' as modelo from cuenta_por_pagar
            where empresa_id = ${empresa}::int8 and poliza = any(${polizas}::int8[]) and estado not in (${ended})
            union all
            select poliza, 'CuentaPorCobrar' from cuenta_por_cobrar
            where empresa_id = ${empresa}::int8 and poliza = any(${polizas}::int8[]) and estado not in (${ended})
            union all
            select poliza, 'AnticipoProveedor' from anticipo_proveedor
            where empresa_id = ${empresa}::int8 and poliza = any(${polizas}::int8[]) and estado not in (${ended})
            union all
            select poliza, 'AnticipoVenta' from anticipo_venta
            where empresa_id = ${empresa}::int8 and poliza = any(${polizas}::int8[]) and estado not in (${ended})) t
          order by poliza, modelo`,
  )
  return new Map(rows.map(({ poliza, modelo }) => [poliza, modelo]))
}
