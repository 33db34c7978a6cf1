import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What the rows of stamped and cancelled CFDI refer to. Ids. */
export interface StampReferences {
  /** The ContratoPac by which stamps are counted; null: the company has none. */
  readonly contrato: string | null
  /** Of EstatusCfdiSat. */
  readonly vigente: string | null
  readonly cancelado: string | null
  /** The TipoArchivo of XML; null: the installation has none. */
  readonly tipo_xml: string | null
  /** Of ModeloSistema: the record's, and Cfdi. */
  readonly modelo: string
  readonly modelo_cfdi: string
}

/** @param modelo the model of the records that have the CFDI */
export async function findStampReferences(
  tx: Tx,
  empresa: EmpresaId,
  modelo: string,
): Promise<StampReferences> {
  const [row] = await tx.query<StampReferences>(
    sql`select m.id::text as modelo, c.id::text as modelo_cfdi,
            (select p.id::text from contrato_pac p where p.empresa_id = ${empresa}::int8 and p.activo
              order by coalesce(p.es_predeterminado, false) desc, p.id limit 1) as contrato,
            (select e.id::text from estatus_cfdi_sat e where e.clave = 'vigente') as vigente,
            (select e.id::text from estatus_cfdi_sat e where e.clave = 'cancelado') as cancelado,
            (select t.id::text from tipo_archivo t where lower(t.extension) = 'xml' order by t.id limit 1) as tipo_xml
          from modelo_sistema m join modelo_sistema c on c.nombre = 'Cfdi'
          where m.nombre = ${modelo}`,
  )
  if (row === undefined) throw new Error(`there is no model ${modelo}`)
  return row
}

/** Takes stamps from what a contract with the PAC has. */
export async function countStamps(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly contrato: string; readonly count: number; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update contrato_pac c set timbres_usados = coalesce(c.timbres_usados, 0) + ${of.count}::int8,
            modificado_en = ${of.now}::timestamptz, version = c.version + 1
          where c.empresa_id = ${empresa}::int8 and c.id = ${of.contrato}::int8`,
  )
}
