import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The series that numbers some CFDI. */
export interface CfdiSeries {
  readonly tipo: string
  readonly sucursal: string | null
  readonly id: string
  readonly clave: string
  readonly inicial: string
  readonly final: string | null
  readonly longitud: number | null
  readonly reinicio: 'nunca' | 'anual' | 'mensual'
}

/** The active series of Cfdi by kind and branch: of the branch first, then of the kind, then the default. */
export async function findCfdiSeries(
  tx: Tx,
  empresa: EmpresaId,
  wanted: readonly { readonly tipo: string; readonly sucursal: string | null }[],
): Promise<readonly CfdiSeries[]> {
  return await tx.query<CfdiSeries>(
    sql`select w.tipo, w.sucursal::text as sucursal, s.id::text as id, s.clave, s.folio_inicial::text as inicial,
            s.folio_final::text as final, s.longitud::int4 as longitud, s.reinicio
          from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(tipo text, sucursal int8)
          cross join lateral (
            select s.* from serie s
            join modelo_sistema m on m.id = s.modelo and m.nombre = 'Cfdi'
            left join tipo_comprobante t on t.id = s.tipo_comprobante
            where s.empresa_id = ${empresa}::int8 and s.activo and (t.clave is null or t.clave = w.tipo)
              and (s.sucursal is null or s.sucursal = w.sucursal)
            order by s.sucursal is null, t.clave is null, coalesce(s.es_predeterminada, false) desc, s.id limit 1) s`,
  )
}

/** Those of the numbers that a CFDI of the company has already, typed or imported. */
export async function findUsedFolios(
  tx: Tx,
  empresa: EmpresaId,
  folios: readonly { readonly serie: string; readonly folio: string }[],
): Promise<readonly { readonly serie: string; readonly folio: string }[]> {
  return await tx.query<{ serie: string; folio: string }>(
    sql`select c.serie, c.folio
          from jsonb_to_recordset(${JSON.stringify(folios)}::jsonb) as n(serie text, folio text)
          join cfdi c on c.empresa_id = ${empresa}::int8 and c.serie = n.serie and c.folio = n.folio
            and c.sentido = 'emitido'`,
  )
}
