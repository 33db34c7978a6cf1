import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { isLessor } from './lessor.ts'

/** A supplier that is to be paid. */
export interface PayeeRow {
  readonly id: string
  readonly clave: string
  readonly razon_social: string
  readonly estado: string
  /** The publication of the SAT that blocks it, such as `DEFINITIVO`; null when none does. */
  readonly lista_69b: string | null
  readonly cuenta_contable: string | null
  readonly cuenta_anticipos: string | null
  /** Lets what he owns: his regime (606) or his kind of operation (06) says so. */
  readonly es_arrendador: boolean
  /** Where payments are told: the supplier's address and its contacts who receive them. */
  readonly correos: readonly string[]
  /** In which he is written to, as a tag. */
  readonly idioma: string | null
}

export async function findPayees(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayeeRow>> {
  const rows = await tx.query<PayeeRow>(
    sql`select v.id::text as id, v.clave, v.razon_social, v.estado, g.cuenta_contable::text as cuenta_contable,
            g.cuenta_anticipos::text as cuenta_anticipos,
            ${isLessor()}, (select i.clave from idioma i where i.id = v.idioma) as idioma,
            coalesce(
              (select s.clave from estatus_lista_negra s where s.id = v.estatus_69b and s.bloquea_operacion),
              (select s.clave from lista_negra_proveedor l join estatus_lista_negra s on s.id = l.estatus
               where l.empresa_id = ${empresa}::int8 and l.proveedor = v.id and s.bloquea_operacion
                 and l.estado <> 'aclarada' order by l.id limit 1),
              (select s.clave from lista_negra_proveedor l join estatus_lista_negra s on s.id = l.estatus
               where l.empresa_id = ${empresa}::int8 and l.rfc = v.rfc and s.bloquea_operacion
                 and l.estado <> 'aclarada' order by l.id limit 1)) as lista_69b,
            array(select distinct correo from (
              select v.correo union all
              select k.correo from proveedor_contacto pc
                join contacto k on k.empresa_id = ${empresa}::int8 and k.id = pc.contacto
              where pc.empresa_id = ${empresa}::int8 and pc.proveedor = v.id and pc.recibe_pagos) t(correo)
              where correo like '%_@_%' order by correo limit 20) as correos
          from proveedor v
          left join grupo_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = v.grupo
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
