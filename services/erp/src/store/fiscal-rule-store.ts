import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Ids of the SAT's catalogs, which all companies share, and an RFC; null where the record says nothing. */
export interface FiscalChoice {
  readonly use: string | null
  readonly regime: string | null
  readonly rfc: string | null
  readonly method: string | null
  readonly form: string | null
}

/** What the SAT's rules say of a choice, in keys of its catalogs; null: nothing is wrong, or no rule is loaded. */
export interface FiscalRefusals {
  /** The use of CFDI that the regime does not admit. */
  readonly use: string | null
  /** The regime that is not for such a person. */
  readonly regime: string | null
  /** The form of payment that the method does not admit. */
  readonly form: string | null
}

/**
 * Holds a choice to the SAT's rules, in one trip. A catalog without a row for what was chosen says nothing: an
 * installation may not have loaded it.
 */
export async function findFiscalRefusals(tx: Tx, choice: FiscalChoice): Promise<FiscalRefusals> {
  const { use, regime, rfc, method, form } = choice
  const rows = await tx.query<FiscalRefusals>(sql`
    select
      (select u.clave from uso_cfdi u where u.id = ${use}::int8
        and exists (select from uso_cfdi_regimen a where a.uso_cfdi = u.id)
        and not exists (select from uso_cfdi_regimen a
          where a.uso_cfdi = u.id and a.regimen_fiscal = ${regime}::int8)
        and ${regime}::int8 is not null) as use,
      (select g.clave from regimen_fiscal g where g.id = ${regime}::int8
        and exists (select from regimen_tipo_persona a where a.regimen_fiscal = g.id)
        and not exists (select from regimen_tipo_persona a join tipo_persona p on p.id = a.tipo_persona
          where a.regimen_fiscal = g.id and p.longitud_rfc = length(${rfc}::text))
        and ${rfc}::text is not null) as regime,
      (select f.clave from forma_pago_sat f
        join regla_forma_metodo r on r.forma_pago_sat = f.id and r.metodo_pago = ${method}::int8
        where f.id = ${form}::int8 and not r.permitido) as form`)
  return rows[0] ?? { use: null, regime: null, form: null }
}
