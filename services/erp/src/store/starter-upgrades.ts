import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** A line of a rule that takes another amount than in an earlier release. */
interface Renamed {
  readonly modelo: string
  readonly evento: string
  readonly naturaleza: 'cargo' | 'abono'
  readonly antes: string
  readonly ahora: string
}

const paid = (modelo: string, evento: string): readonly Renamed[] =>
  ['iva', 'ieps'].map((antes) => ({
    modelo,
    evento,
    naturaleza: 'cargo',
    antes,
    ahora: `${antes}_pagado`,
  }))

const collected = (modelo: string, evento: string): readonly Renamed[] =>
  ['iva', 'ieps'].map((antes) => ({
    modelo,
    evento,
    naturaleza: 'abono',
    antes,
    ahora: `${antes}_cobrado`,
  }))

const RENAMED: readonly Renamed[] = [
  ...paid('PagoProveedor', 'pagar'),
  ...paid('AnticipoProveedor', 'aplicar_anticipo'),
  ...collected('CobroCliente', 'cobrar'),
  ...collected('AnticipoVenta', 'aplicar_anticipo'),
]

/** The upgrade by which taxes fall due by the money that pays them, as it is remembered once it was given. */
export const TAXES_BY_MONEY = 'regla:impuestos-por-lo-pagado'

/**
 * Lets the rules of a company, its own ones too, book taxes that are paid or collected by the money that pays them, where
 * an earlier release booked what had stood as pending. Rules that do so already stay as they are.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function bookTaxesByMoney(
  tx: Tx,
  { empresaId, now }: { readonly empresaId: string; readonly now: string },
): Promise<void> {
  await tx.execute(sql`
    update regla_contable_partida l set importe = n.ahora, version = l.version + 1,
      modificado_en = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(RENAMED)}::jsonb) as n(modelo text, evento text, naturaleza text,
      antes text, ahora text)
    join modelo_sistema m on m.nombre = n.modelo
    join regla_contable r on r.modelo = m.id and r.evento = n.evento
    where l.empresa_id = ${empresaId}::int8 and r.empresa_id = ${empresaId}::int8 and l.regla = r.id
      and l.naturaleza = n.naturaleza and l.importe = n.antes`)
}
