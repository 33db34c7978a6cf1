import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** Ids of the SAT's catalogs, which all companies share; null where the record says nothing. */
export interface FiscalChoice {
  readonly use: string | null
  readonly regime: string | null
  /** How long the RFC is: 12 characters for a company, 13 for a person. */
  readonly rfcLength: number | null
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

/** Whether the company has issued a CFDI with another RFC than this one; one that the PAC refused is none. */
export async function hasIssuedWithOther(
  tx: Tx,
  empresa: EmpresaId,
  rfc: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from cfdi where empresa_id = ${empresa}::int8 and sentido = 'emitido'
      and estado is distinct from 'rechazado' and rfc_emisor <> ${rfc} limit 1`)
  return rows.length > 0
}

/**
 * Holds choices to the SAT's rules, in one trip, and gives what is wrong with each, in their order. A catalog without a
 * row for what was chosen says nothing: an installation may not have loaded it.
 */
export async function findFiscalRefusals(
  tx: Tx,
  choices: readonly FiscalChoice[],
): Promise<readonly FiscalRefusals[]> {
  return await tx.query<FiscalRefusals>(sql`
    select
      (select u.clave from uso_cfdi u where u.id = n.use and n.regime is not null
        and exists (select from uso_cfdi_regimen a where a.uso_cfdi = u.id)
        and not exists (select from uso_cfdi_regimen a
          where a.uso_cfdi = u.id and a.regimen_fiscal = n.regime)) as use,
      (select g.clave from regimen_fiscal g where g.id = n.regime and n.length is not null
        and exists (select from regimen_tipo_persona a where a.regimen_fiscal = g.id)
        and not exists (select from regimen_tipo_persona a join tipo_persona p on p.id = a.tipo_persona
          where a.regimen_fiscal = g.id and p.longitud_rfc = n.length)) as regime,
      (select f.clave from forma_pago_sat f
        join regla_forma_metodo r on r.forma_pago_sat = f.id and r.metodo_pago = n.method
        where f.id = n.form and not r.permitido) as form
    from unnest(${choices.map(({ use }) => use)}::int8[], ${choices.map(({ regime }) => regime)}::int8[],
      ${choices.map(({ rfcLength }) => rfcLength)}::int4[], ${choices.map(({ method }) => method)}::int8[],
      ${choices.map(({ form }) => form)}::int8[])
      with ordinality n(use, regime, length, method, form, place)
    order by place`)
}
