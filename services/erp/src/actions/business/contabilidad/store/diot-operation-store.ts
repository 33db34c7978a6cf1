import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { paidActs } from '../../../../store/reports/paid-acts.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Removes what an earlier computation of a period wrote; what people wrote stays. */
export async function deleteComputedOperations(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<void> {
  await tx.execute(
    sql`delete from diot_operacion
          where empresa_id = ${empresa}::int8 and periodo = ${period}::int8 and calculada`,
  )
}

/** The columns of an operation that are computed, each as a sum over acts of a kind. */
const AMOUNTS = {
  valor_16: ['base', "clase = '16' and not devuelto"],
  devoluciones_16: ['base', "clase = '16' and devuelto"],
  valor_norte: ['base', "clase = '8' and not devuelto"],
  devoluciones_norte: ['base', "clase = '8' and devuelto"],
  valor_0: ['neto_base', "clase = '0'"],
  exento: ['neto_base', "clase = 'exento'"],
  no_objeto_nacional: ['neto_base', "clase = 'no_objeto'"],
  valor_importacion: ['base', "clase = 'importacion_bienes'"],
  valor_intangibles: ['base', "clase = 'importacion_servicios'"],
  exento_importacion: ['base', "clase = 'importacion_exenta'"],
  no_objeto_extranjero: ['base', "clase = 'no_objeto_extranjero'"],
  acreditable_16: ['neto_iva', "clase = '16' and si"],
  acreditable_norte: ['neto_iva', "clase = '8' and si"],
  acreditable_intangibles: ['iva', "clase = 'importacion_servicios'"],
  no_acreditable_requisitos_16: ['iva', "clase = '16' and not si"],
  no_acreditable_requisitos_norte: ['iva', "clase = '8' and not si"],
  iva_retenido: ['neto_iva', "clase = 'retencion'"],
} as const

type Amount = keyof typeof AMOUNTS

// The names of a constant, in its order.
const NAMES = Object.keys(AMOUNTS) as readonly Amount[]

/** What was paid to a supplier in a period, in the company's currency. */
export type PaidOperation = {
  readonly proveedor: string
  /** Its own, else what the SAT's catalog calls the usual ones. */
  readonly tipo_tercero: string
  readonly tipo_operacion: string
  /** Of a supplier abroad; null: a national one, or nobody said. */
  readonly identificacion_fiscal: string | null
  readonly nombre_extranjero: string | null
  readonly pais: string | null
  readonly es_extranjero: boolean
  readonly nombre: string
} & Readonly<Record<Amount, string>>

/**
 * What was paid of invoices in a period, by supplier and rate of IVA, and what credit notes took back of it.
 * @source docs/decisions/0253-erp-books.md
 */
export async function findPaidOperations(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<readonly PaidOperation[]> {
  const days = sql`select fecha_inicio as desde, fecha_fin as hasta from periodo_contable
            where empresa_id = ${empresa}::int8 and id = ${period}::int8`
  return await tx.query<PaidOperation>(
    sql`with ${paidActs(empresa, days)},
          sumas as (
            select proveedor, ${amountSums()}
            from (select a.*, case when devuelto then -base else base end as neto_base,
                case when devuelto then -iva else iva end as neto_iva from actos a where base <> 0 or iva <> 0) m
            group by proveedor)
          select s.*, s.proveedor::text as proveedor, v.razon_social as nombre, x.es_extranjero,
            coalesce(v.tipo_tercero, (select t.id from tipo_tercero_diot t
              where t.clave = case when x.es_extranjero then '05' else '04' end))::text as tipo_tercero,
            coalesce(v.tipo_operacion, (select o.id from tipo_operacion_diot o
              where o.clave = case when x.es_extranjero then '07' else '85' end))::text as tipo_operacion,
            case when x.es_extranjero then v.identificacion_fiscal end as identificacion_fiscal,
            case when x.es_extranjero then v.razon_social end as nombre_extranjero,
            case when x.es_extranjero then v.pais end::text as pais
          from sumas s join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = s.proveedor
          left join tipo_tercero_diot k on k.id = v.tipo_tercero
          cross join lateral (select coalesce(k.clave, case when v.rfc = 'XEXX010101000' then '05' end, '04') = '05'
            as es_extranjero) x
          order by s.proveedor`,
  )
}

function amountSums(): Sql {
  const sums = NAMES.map((name) => {
    const [value, condition] = AMOUNTS[name]
    return `coalesce(sum(${value}) filter (where ${condition}), 0)::numeric(18, 2)::text as ${name}`
  })
  return trusted(sums.join(', '))
}
