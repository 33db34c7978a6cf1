import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { accountsOf, numbersFor, type Company } from './starter-account-store.ts'
import { YEAR_ACCOUNTS } from './starter-accounts.ts'
import { addLines, ADDED_LINES } from './starter-added-lines.ts'
import {
  conceptCodes,
  conceptsMissing,
  insertStarterConcepts,
  STARTER_CONCEPT_KEYS,
} from './starter-concepts.ts'
import type { StarterRule } from './starter-rule.ts'
import { STARTER_RULES } from './starter-rules.ts'
import {
  bookTaxesByMoney,
  TAXES_BY_MONEY,
  WITHHELD_WHEN_PAID,
  withholdWhenPaid,
} from './starter-upgrades.ts'

const CONCEPT = 'concepto:'
const ACCOUNT = 'cuenta:'
const ORDER_CODES = 'codigo:899'

/** Everything that a company begins with, by names under which it is remembered what was given. */
export const STARTER_NAMES: readonly string[] = [
  ...STARTER_RULES.map(({ clave }) => clave),
  ...STARTER_CONCEPT_KEYS.map((clave) => `${CONCEPT}${clave}`),
  ...YEAR_ACCOUNTS.map((codigo) => `${ACCOUNT}${codigo}`),
  ORDER_CODES,
  TAXES_BY_MONEY,
  WITHHELD_WHEN_PAID,
  ...ADDED_LINES.map(({ name }) => name),
]

/**
 * Gives a company the rules by which its documents are booked, the concepts of its stock, and the accounts that it needs
 * and lacks. What it has stays as it is: an event that has a rule gets no other, and an account of the same code of the
 * SAT that takes entries is used instead of a new one. Nothing that was `given` before is given again.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function insertStarterBooks(
  tx: Tx,
  company: Company,
  given: ReadonlySet<string> = new Set(),
): Promise<void> {
  // A company whose types of entry were removed has other plans.
  if (!(await hasEntryTypes(tx, company))) return
  if (!given.has(ORDER_CODES)) await codeOrderAccounts(tx, company)
  if (!given.has(TAXES_BY_MONEY)) await bookTaxesByMoney(tx, company)
  if (!given.has(WITHHELD_WHEN_PAID)) await withholdWhenPaid(tx, company)
  for (const added of ADDED_LINES) if (!given.has(added.name)) await addLines(tx, company, added)
  const rules = await rulesMissing(
    tx,
    company,
    STARTER_RULES.filter(({ clave }) => !given.has(clave)),
  )
  const concepts = await conceptsMissing(
    tx,
    company.empresaId,
    STARTER_CONCEPT_KEYS.filter((clave) => !given.has(`${CONCEPT}${clave}`)),
  )
  const codes = new Set([
    ...rules.flatMap(({ lines }) => lines.map(({ codigo }) => codigo)),
    ...conceptCodes(concepts),
    ...YEAR_ACCOUNTS.filter((codigo) => !given.has(`${ACCOUNT}${codigo}`)),
  ])
  if (codes.size + concepts.length === 0) return
  const accounts = await accountsOf(tx, company, codes)
  if (rules.length > 0) await insertRules(tx, company, { rules, accounts })
  if (concepts.length === 0) return
  const numbers = { table: 'concepto_inventario', count: concepts.length }
  const first = await numbersFor(tx, company.empresaId, numbers)
  await insertStarterConcepts(tx, company, { claves: concepts, first, accounts })
}

async function hasEntryTypes(tx: Tx, { empresaId }: Company): Promise<boolean> {
  const types = await tx.query(sql`
    select from tipo_poliza t join clase_poliza c on c.id = t.clase where t.empresa_id = ${empresaId}::int8 limit 1`)
  return types.length > 0
}

/** Gives the memorandum accounts of commitments the SAT's codes, which earlier releases left out. */
async function codeOrderAccounts(tx: Tx, { empresaId, now }: Company): Promise<void> {
  await tx.execute(sql`
    update cuenta_contable c set codigo_agrupador = g.id, modificado_en = ${now}::timestamptz
    from codigo_agrupador g
    where c.empresa_id = ${empresaId}::int8 and c.clave in ('899', '899-01', '899-02') and c.tipo = 'orden'
      and c.codigo_agrupador is null and g.codigo = replace(c.clave, '-', '.')`)
}

async function rulesMissing(
  tx: Tx,
  { empresaId }: Company,
  rules: readonly StarterRule[],
): Promise<readonly StarterRule[]> {
  const known = await tx.query<{ clave: string; modelo: string; evento: string }>(sql`
    select r.clave, m.nombre as modelo, r.evento from regla_contable r join modelo_sistema m on m.id = r.modelo
    where r.empresa_id = ${empresaId}::int8`)
  return rules.filter(
    ({ clave, modelo, evento }) =>
      !known.some(
        (rule) => rule.clave === clave || (rule.modelo === modelo && rule.evento === evento),
      ),
  )
}

async function insertRules(
  tx: Tx,
  { empresaId, now }: Company,
  {
    rules,
    accounts,
  }: { readonly rules: readonly StarterRule[]; readonly accounts: ReadonlyMap<string, string> },
): Promise<void> {
  const ids = await numbersFor(tx, empresaId, { table: 'regla_contable', count: rules.length })
  const heads = rules.map((rule, index) => ({ ...rule, id: ids + index }))
  const lines = heads.flatMap((rule) =>
    rule.lines.map((line, index) => ({
      ...line,
      regla: rule.id,
      partida: index + 1,
      cuenta: accounts.get(line.codigo),
    })),
  )
  await tx.execute(sql`
    insert into regla_contable (empresa_id, id, creado_en, modificado_en, clave, nombre, modelo, evento, tipo, concepto,
      prioridad, activo)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.clave, n.concepto, m.id, n.evento,
      (select t.id from tipo_poliza t join clase_poliza c on c.id = t.clase where t.empresa_id = ${empresaId}::int8
        order by c.clave = n.clase desc, t.id limit 1), n.concepto, 100, true
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as n(id int8, clave text, modelo text, evento text,
      clase text, concepto text)
    join modelo_sistema m on m.nombre = n.modelo`)
  const first = await numbersFor(tx, empresaId, {
    table: 'regla_contable_partida',
    count: lines.length,
  })
  await tx.execute(sql`
    insert into regla_contable_partida (empresa_id, id, creado_en, modificado_en, regla, partida, naturaleza,
      cuenta_contable, origen_cuenta, importe, toma_centro_costo, toma_tercero)
    select ${empresaId}::int8, ${first}::int8 + row_number() over (order by n.regla, n.partida) - 1,
      ${now}::timestamptz, ${now}::timestamptz, n.regla, n.partida, n.naturaleza, n.cuenta, n.origen, n.importe, true,
      true
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(regla int8, partida int8, naturaleza text,
      cuenta int8, origen text, importe text)`)
}
