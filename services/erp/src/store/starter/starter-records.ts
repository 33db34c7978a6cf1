import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

/** In the order in which they go: what refers to others first. */
const TABLES = [
  'almacen',
  'sucursal',
  'grupo_fiscal_articulo',
  'forma_pago',
  'condicion_pago',
] as const

/**
 * What the first documents of a new company refer to and what is the same for most: terms, cash, a branch with its
 * warehouse, and the usual groups of taxes. Ordinary records, which the company may change or delete.
 * @source docs/decisions/0255-erp-new-company.md
 */
export async function insertStarterRecords(
  tx: Tx,
  { empresaId, now }: { readonly empresaId: string; readonly now: string },
): Promise<void> {
  const common = sql`${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz`
  await tx.execute(sql`
    insert into condicion_pago (empresa_id, id, creado_en, modificado_en, clave, nombre, dias, es_contado, aplica, activo)
    select ${common}, n.clave, n.nombre, n.dias, n.dias = 0, 'ambos', true
    from (values (1, 'INMEDIATO', 'De contado', 0), (2, 'CREDITO-30', 'Crédito a 30 días', 30))
      as n(id, clave, nombre, dias)`)
  await tx.execute(sql`
    insert into forma_pago (empresa_id, id, creado_en, modificado_en, clave, nombre, forma_pago_sat, activo)
    select ${common}, 'EFECTIVO', 'Efectivo', f.id, true
    from (values (1)) as n(id), forma_pago_sat f where f.clave = '01'`)
  await tx.execute(sql`
    insert into sucursal (empresa_id, id, creado_en, modificado_en, clave, nombre, activo)
    select ${common}, 'MATRIZ', 'Matriz', true from (values (1)) as n(id)`)
  await tx.execute(sql`
    insert into almacen (empresa_id, id, creado_en, modificado_en, clave, nombre, sucursal, tipo, activo)
    select ${common}, 'GENERAL', 'Almacén general', 1, 'general', true from (values (1)) as n(id)`)
  await tx.execute(sql`
    with rango as (
      select (select min(c.id) from tasa_cuota c join impuesto i on i.id = c.impuesto
          where i.clave = '002' and c.tipo = 'Rango' and c.retencion) as iva,
        (select min(c.id) from tasa_cuota c join impuesto i on i.id = c.impuesto
          where i.clave = '001' and c.tipo = 'Rango' and c.retencion) as isr)
    insert into grupo_fiscal_articulo (empresa_id, id, creado_en, modificado_en, clave, nombre, tasa_iva, retencion_iva,
      valor_retencion_iva, retencion_isr, valor_retencion_isr, exento, activo)
    select ${common}, n.clave, n.nombre, t.id, case when n.iva is not null then r.iva end, n.iva,
      case when n.isr is not null then r.isr end, n.isr, n.tasa is null, true
    from rango r, (values (1, 'IVA-16', 'IVA 16 %', 0.16, null, null), (2, 'IVA-0', 'IVA 0 %', 0, null, null),
      (3, 'EXENTO', 'Exento de IVA', null, null, null),
      (4, 'HONORARIOS', 'Honorarios: retención de 10 % de ISR y dos terceras partes del IVA', 0.16, 0.106667, 0.1),
      (5, 'ARRENDA', 'Arrendamiento: retención de 10 % de ISR y dos terceras partes del IVA', 0.16, 0.106667, 0.1),
      (6, 'FLETES', 'Autotransporte de carga: retención de 4 % de IVA', 0.16, 0.04, null),
      (7, 'RESICO', 'RESICO: retención de 1.25 % de ISR', 0.16, null, 0.0125),
      (8, 'RESICO-HON', 'Servicios del RESICO: retención de 1.25 % de ISR y dos terceras partes del IVA',
        0.16, 0.106667, 0.0125)) as n(id, clave, nombre, tasa, iva, isr)
      left join lateral (select c.id from tasa_cuota c join impuesto i on i.id = c.impuesto
        where i.clave = '002' and c.tipo = 'Fijo' and c.traslado and c.valor = n.tasa order by c.id limit 1) t on true`)
  for (const table of TABLES) {
    await tx.execute(sql`
      insert into oficina.contador (empresa_id, tabla, ultimo)
      select ${empresaId}::int8, ${table}, max(id) from ${trusted(table)} where empresa_id = ${empresaId}::int8
      having max(id) is not null`)
  }
}

/** Removes them again, if a company is set up in another way before anyone has used it. */
export async function removeStarterRecords(tx: Tx, empresaId: string): Promise<void> {
  for (const table of TABLES) {
    await tx.execute(sql`delete from ${trusted(table)} where empresa_id = ${empresaId}::int8`)
  }
}
