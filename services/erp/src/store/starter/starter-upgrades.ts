import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { accountsOf, numbersFor, type Company } from './starter-account-store.ts'
import {
  EXCHANGE,
  LATER,
  WITHHELD,
  WITHHELD_BY_CUSTOMERS,
  type StarterLine,
} from './starter-rule.ts'

/** A line of a rule that takes another amount than in an earlier release. */
interface Renamed {
  readonly modelo: string
  readonly evento: string
  readonly naturaleza: 'cargo' | 'abono'
  readonly antes: string
  readonly ahora: string
}

const paid = (
  modelo: string,
  evento: string,
  naturaleza: Renamed['naturaleza'] = 'cargo',
): readonly Renamed[] =>
  ['iva', 'ieps'].map((antes) => ({
    modelo,
    evento,
    naturaleza,
    antes,
    ahora: `${antes}_pagado`,
  }))

const collected = (
  modelo: string,
  evento: string,
  naturaleza: Renamed['naturaleza'] = 'abono',
): readonly Renamed[] =>
  ['iva', 'ieps'].map((antes) => ({
    modelo,
    evento,
    naturaleza,
    antes,
    ahora: `${antes}_cobrado`,
  }))

const RENAMED: readonly Renamed[] = [
  ...paid('PagoProveedor', 'pagar'),
  ...paid('AnticipoProveedor', 'aplicar_anticipo'),
  ...collected('CobroCliente', 'cobrar'),
  ...collected('AnticipoVenta', 'aplicar_anticipo'),
  ...paid('NotaCreditoProveedor', 'aplicar_nota_credito'),
  ...paid('NotaCreditoProveedor', 'saldo_a_favor', 'abono'),
  ...collected('NotaCreditoVenta', 'saldo_a_favor', 'cargo'),
]

/** The upgrade by which taxes fall due by the money that pays them, as it is remembered once it was given. */
export const TAXES_BY_MONEY = 'regla:impuestos-por-lo-pagado'

/**
 * Lets the rules of a company, its own ones too, book taxes that are paid or collected by the money that pays them, where
 * an earlier release booked what had stood as pending. Rules that do so already stay as they are.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function bookTaxesByMoney(tx: Tx, { empresaId, now }: Company): Promise<void> {
  await tx.execute(sql`
    update regla_contable_partida l set importe = n.ahora, version = l.version + 1,
      modificado_en = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(RENAMED)}::jsonb) as n(modelo text, evento text, naturaleza text,
      antes text, ahora text)
    join modelo_sistema m on m.nombre = n.modelo
    join regla_contable r on r.modelo = m.id and r.evento = n.evento
    where l.empresa_id = ${empresaId}::int8 and r.empresa_id = ${empresaId}::int8 and l.regla = r.id
      and l.naturaleza = n.naturaleza and l.importe = n.antes`)
}

/** Lines that rules of an event get at their end. */
interface Added {
  readonly modelo: string
  readonly evento: string
  readonly lines: readonly StarterLine[]
}

const ADDED: readonly Added[] = [
  { modelo: 'CuentaPorPagar', evento: 'registrar_factura', lines: [LATER.facturaProveedor] },
  {
    modelo: 'NotaCreditoProveedor',
    evento: 'registrar_nota_credito',
    lines: [LATER.notaProveedor],
  },
  { modelo: 'PagoProveedor', evento: 'pagar', lines: WITHHELD },
  { modelo: 'AnticipoProveedor', evento: 'aplicar_anticipo', lines: WITHHELD },
  { modelo: 'Venta', evento: 'timbrar_venta', lines: [LATER.facturaCliente] },
  { modelo: 'NotaCreditoVenta', evento: 'timbrar_nota_credito', lines: [LATER.notaCliente] },
  { modelo: 'CobroCliente', evento: 'cobrar', lines: WITHHELD_BY_CUSTOMERS },
  { modelo: 'AnticipoVenta', evento: 'aplicar_anticipo', lines: WITHHELD_BY_CUSTOMERS },
  { modelo: 'NotaCreditoProveedor', evento: 'aplicar_nota_credito', lines: WITHHELD },
  { modelo: 'NotaCreditoProveedor', evento: 'saldo_a_favor', lines: EXCHANGE },
  { modelo: 'NotaCreditoVenta', evento: 'saldo_a_favor', lines: EXCHANGE },
]

/** The rule whose account of what is withheld payments and collections use from now on. */
const WITHHOLDING: Readonly<Record<string, string>> = {
  PagoProveedor: 'CuentaPorPagar',
  AnticipoProveedor: 'CuentaPorPagar',
  NotaCreditoProveedor: 'CuentaPorPagar',
  CobroCliente: 'Venta',
  AnticipoVenta: 'Venta',
}

/** The upgrade by which taxes are withheld when something is paid, as it is remembered once it was given. */
export const WITHHELD_WHEN_PAID = 'regla:retenciones-al-pagar'

interface Rule {
  readonly id: string
  readonly modelo: string
  readonly evento: string
  readonly partida: number
  readonly conRetenciones: boolean
}

/**
 * Lets the rules of a company, its own ones too, withhold taxes when something is paid, where an earlier release withheld
 * them with the invoice: to the accounts to which its invoices did.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function withholdWhenPaid(tx: Tx, company: Company): Promise<void> {
  const rules = (await rulesOf(tx, company)).filter(({ conRetenciones }) => !conRetenciones)
  if (rules.length === 0) return
  const wanted = rules.flatMap((rule) => linesFor(rule).map((line) => ({ rule, line })))
  const accounts = await accountsOf(tx, company, new Set(wanted.map(({ line }) => line.codigo)))
  const own = await withholdingAccounts(tx, company)
  const table = 'regla_contable_partida'
  const first = await numbersFor(tx, company.empresaId, { table, count: wanted.length })
  const rows = wanted.map(({ rule, line }, index) => ({
    id: first + index,
    regla: rule.id,
    partida: rule.partida + 1 + linesFor(rule).indexOf(line),
    naturaleza: line.naturaleza,
    importe: line.importe,
    cuenta:
      own.get(`${WITHHOLDING[rule.modelo] ?? ''} ${line.importe}`) ?? accounts.get(line.codigo),
  }))
  await tx.execute(sql`
    insert into regla_contable_partida (empresa_id, id, creado_en, modificado_en, regla, partida, naturaleza,
      cuenta_contable, importe, toma_centro_costo, toma_tercero)
    select ${company.empresaId}::int8, n.id, ${company.now}::timestamptz, ${company.now}::timestamptz, n.regla,
      n.partida, n.naturaleza, n.cuenta, n.importe, true, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, regla int8, partida int8, naturaleza text,
      cuenta int8, importe text)`)
}

function linesFor({ modelo, evento }: Rule): readonly StarterLine[] {
  const added = ADDED.find((added) => added.modelo === modelo && added.evento === evento)
  return added?.lines ?? []
}

async function rulesOf(tx: Tx, { empresaId }: Company): Promise<readonly Rule[]> {
  return await tx.query<Rule>(sql`
    select r.id::text as id, m.nombre as modelo, r.evento, coalesce(max(l.partida), 0)::int4 as partida,
      coalesce(bool_or(l.importe = case when r.evento = 'saldo_a_favor' then 'utilidad_cambiaria'
        else 'retencion_pendiente' end), false) as "conRetenciones"
    from jsonb_to_recordset(${JSON.stringify(ADDED)}::jsonb) as n(modelo text, evento text)
    join modelo_sistema m on m.nombre = n.modelo
    join regla_contable r on r.empresa_id = ${empresaId}::int8 and r.modelo = m.id and r.evento = n.evento
    left join regla_contable_partida l on l.empresa_id = ${empresaId}::int8 and l.regla = r.id
    group by r.id, m.nombre, r.evento order by r.id`)
}

/** The accounts to which the rules of invoices withheld, by model and amount. */
async function withholdingAccounts(
  tx: Tx,
  { empresaId }: Company,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ modelo: string; importe: string; cuenta: string }>(sql`
    select distinct on (m.nombre, l.importe) m.nombre as modelo, l.importe, l.cuenta_contable::text as cuenta
    from regla_contable r
    join modelo_sistema m on m.id = r.modelo and m.nombre in ('CuentaPorPagar', 'Venta')
    join regla_contable_partida l on l.empresa_id = ${empresaId}::int8 and l.regla = r.id
      and l.importe in ('retencion_iva', 'retencion_isr') and l.cuenta_contable is not null
    where r.empresa_id = ${empresaId}::int8
    order by m.nombre, l.importe, r.prioridad nulls last, r.id`)
  return new Map(rows.map(({ modelo, importe, cuenta }) => [`${modelo} ${importe}`, cuenta]))
}
