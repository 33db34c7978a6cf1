import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The files of a CSD as they are kept: key and password encrypted. */
export interface SealedCsd {
  readonly cer: Buffer
  readonly llave: Buffer
  readonly contrasena: Buffer
}

/**
 * The certificate by which the company seals: of those in force that it has not revoked, the default, then the one that
 * stays in force longest. Beside an embedded simulator those of the simulator, since it knows no others.
 */
export async function findSealingCsd(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly isSimulated: boolean; readonly now: string },
): Promise<SealedCsd | undefined> {
  const [row] = await tx.query<SealedCsd>(
    sql`select s.cer, s.llave, s.contrasena from certificado_sat c
          join oficina.csd s on s.empresa_id = ${empresa}::int8 and s.certificado = c.id
          join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
          where c.empresa_id = ${empresa}::int8 and c.tipo = 'csd' and coalesce(c.estado, '') <> 'revocado'
            and (c.leyenda is not null or not ${of.isSimulated}::boolean)
          order by c.rfc = e.rfc desc, (${of.now}::timestamptz between c.inicio_vigencia and c.fin_vigencia) desc,
            coalesce(c.es_predeterminado, false) desc, c.fin_vigencia desc, c.id desc limit 1`,
  )
  return row
}

export interface NewCertificate {
  readonly id: number
  readonly numero: string
  readonly rfc: string
  readonly titular: string
  readonly leyenda: string | null
  readonly desde: string
  readonly hasta: string
}

/** Keeps a certificate that seals, which from now on is the default. */
export async function insertCertificate(
  tx: Tx,
  empresa: EmpresaId,
  {
    row,
    sealed,
    now,
  }: { readonly row: NewCertificate; readonly sealed: SealedCsd; readonly now: string },
): Promise<void> {
  await tx.execute(sql`
    update certificado_sat set es_predeterminado = false, version = version + 1, modificado_en = ${now}::timestamptz
    where empresa_id = ${empresa}::int8 and tipo = 'csd' and es_predeterminado`)
  await tx.execute(sql`
    insert into certificado_sat (empresa_id, id, creado_en, modificado_en, numero_certificado, tipo, rfc, titular, leyenda,
      inicio_vigencia, fin_vigencia, es_predeterminado, estado)
    values (${empresa}::int8, ${row.id}::int8, ${now}::timestamptz, ${now}::timestamptz, ${row.numero}, 'csd', ${row.rfc},
      ${row.titular}, ${row.leyenda}, ${row.desde}::timestamptz, ${row.hasta}::timestamptz, true, 'vigente')`)
  await tx.execute(sql`
    insert into oficina.csd (empresa_id, certificado, cer, llave, contrasena)
    values (${empresa}::int8, ${row.id}::int8, ${sealed.cer}, ${sealed.llave}, ${sealed.contrasena})`)
}

export async function hasCertificate(tx: Tx, empresa: EmpresaId, numero: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from certificado_sat where empresa_id = ${empresa}::int8 and numero_certificado = ${numero} limit 1`)
  return rows.length > 0
}
