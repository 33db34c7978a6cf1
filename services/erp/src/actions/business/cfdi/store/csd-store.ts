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

/** The certificates that seal are the default no more, since another one is. */
export async function endDefaults(tx: Tx, empresa: EmpresaId, now: string): Promise<void> {
  await tx.execute(sql`
    update certificado_sat set es_predeterminado = false, version = version + 1, modificado_en = ${now}::timestamptz
    where empresa_id = ${empresa}::int8 and tipo = 'csd' and es_predeterminado`)
}

export async function insertCsd(
  tx: Tx,
  empresa: EmpresaId,
  { certificado, sealed }: { readonly certificado: string; readonly sealed: SealedCsd },
): Promise<void> {
  await tx.execute(sql`
    insert into oficina.csd (empresa_id, certificado, cer, llave, contrasena)
    values (${empresa}::int8, ${certificado}::int8, ${sealed.cer}, ${sealed.llave}, ${sealed.contrasena})`)
}

export async function hasCertificate(tx: Tx, empresa: EmpresaId, numero: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from certificado_sat where empresa_id = ${empresa}::int8 and numero_certificado = ${numero} limit 1`)
  return rows.length > 0
}
