import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import {
  accountOrigin,
  DOCUMENT_ORIGINS,
  LINE_ORIGINS,
} from '../../src/actions/business/contabilidad/decisions/account-origins.ts'
import type {
  EntryAmount,
  EntrySource,
} from '../../src/actions/business/contabilidad/decisions/entry-source.ts'
import { planEntry } from '../../src/actions/business/contabilidad/decisions/plan-entry.ts'
import { findAccounts, findEntryRules, type EntryRule } from '../../src/store/journal-store.ts'
import { STARTER_RULES } from '../../src/store/starter/starter-rules.ts'
import { empresaId } from '../../src/store/tenant-database.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API } from './purchase-fixture.ts'

// A service of its own: it makes companies of earlier releases, and starts anew.

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

interface Configured {
  readonly rules: number
  readonly lines: number
  readonly accounts: number
}

async function configured(empresa: number): Promise<Configured> {
  const [row] = await erp.owner.query<Configured>(sql`
    select (select count(*) from public.regla_contable where empresa_id = ${empresa}) as rules,
      (select count(*) from public.regla_contable_partida where empresa_id = ${empresa}) as lines,
      (select count(*) from public.cuenta_contable where empresa_id = ${empresa}) as accounts`)
  assert.ok(row)
  return row
}

test('a new company has a rule for each event, whose accounts exist, take entries and know the SAT’s code', async () => {
  const { rules } = await configured(1)
  assert.equal(rules, STARTER_RULES.length + 1)
  const odd = await erp.owner.query(sql`
    select l.id from public.regla_contable_partida l
    left join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
      and c.activo and c.acepta_movimientos and c.codigo_agrupador is not null
    where l.empresa_id = 1 and c.id is null`)
  assert.deepEqual(odd, [])
  const [inventory] = (await erp.admin.get(`${API}/CuentaContable?clave=115-01`)).json.data
  assert.deepEqual([inventory.padre_str, inventory.nivel], ['115 Inventario', 2])
  const origins = STARTER_RULES.flatMap(({ lines }) => lines.flatMap(({ origen }) => origen ?? []))
  assert.deepEqual(
    origins.filter((origin) => accountOrigin(origin) === undefined),
    [],
  )
})

/** `[event, side, amount]` of the lines about IVA and IEPS of a company’s rules of payments and collections. */
async function taxLines(): Promise<readonly (readonly string[])[]> {
  const rows = await erp.owner.query<{ evento: string; naturaleza: string; importe: string }>(sql`
    select r.evento, l.naturaleza, l.importe from public.regla_contable_partida l
    join public.regla_contable r on r.empresa_id = l.empresa_id and r.id = l.regla
    where l.empresa_id = 1 and r.clave in ('PAGO', 'COBRO') and l.importe ~ '^(iva|ieps)'
    order by r.clave, l.partida`)
  return rows.map(({ evento, naturaleza, importe }) => [evento, naturaleza, importe])
}

test('the rules of a company of an earlier release book taxes by the money that pays them, once', async () => {
  const given = await taxLines()
  assert.deepEqual(given[0], ['cobrar', 'cargo', 'iva'])
  assert.deepEqual(given[1], ['cobrar', 'abono', 'iva_cobrado'])
  const old = sql`update public.regla_contable_partida set importe = split_part(importe, '_', 1)
    where empresa_id = 1 and importe ~ '^(iva|ieps)_(pagado|cobrado)$'`
  await erp.owner.execute(old)
  await erp.owner.execute(sql`update oficina.catalogo
    set huella = replace(huella, 'regla:impuestos-por-lo-pagado', '') where tabla = '@reglas-contables'`)
  const before = await configured(1)
  await (await erp.secondServer()).stop()
  assert.deepEqual(await taxLines(), given)
  assert.deepEqual(await configured(1), before)
  await erp.owner.execute(old)
  const own = await taxLines()
  await (await erp.secondServer()).stop()
  assert.deepEqual(await taxLines(), own, 'what a company says afterwards stays')
  await erp.owner.execute(sql`update oficina.catalogo
    set huella = replace(huella, 'regla:impuestos-por-lo-pagado', '') where tabla = '@reglas-contables'`)
  await (await erp.secondServer()).stop()
})

test('the rules of a company of an earlier release withhold when something is paid, to its own accounts', async () => {
  const withheld = async () =>
    await erp.owner.query<{ rule: string; side: string; importe: string; clave: string }>(sql`
      select r.clave as rule, l.naturaleza as side, l.importe, c.clave from public.regla_contable_partida l
      join public.regla_contable r on r.empresa_id = l.empresa_id and r.id = l.regla
      join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
      where l.empresa_id = 1 and r.clave in ('PAGO', 'COBRO', 'COMPRA-FAC', 'VENTA-FAC')
        and l.importe ~ 'rete' and l.importe <> 'retencion_local' order by 1, 2, 3`)
  const given = await withheld()
  assert.equal(given.length, 10)
  await erp.owner
    .execute(sql`delete from public.regla_contable_partida l using public.regla_contable r
    where l.empresa_id = 1 and r.empresa_id = 1 and r.id = l.regla and l.importe ~ 'rete'
      and r.clave in ('PAGO', 'COBRO', 'COMPRA-FAC', 'VENTA-FAC') and l.importe <> 'retencion_local'`)
  await erp.owner.execute(sql`update oficina.catalogo
    set huella = replace(huella, 'regla:retenciones-al-pagar', '') where tabla = '@reglas-contables'`)
  await (await erp.secondServer()).stop()
  assert.deepEqual(await withheld(), given)
})

test('the rules of a company of an earlier release book services from abroad, and notes of lessors', async () => {
  const imported = async () =>
    await erp.owner.query<{ rule: string; side: string; clave: string }>(sql`
      select r.clave as rule, l.naturaleza as side, c.clave from public.regla_contable_partida l
      join public.regla_contable r on r.empresa_id = l.empresa_id and r.id = l.regla
      join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
      where l.empresa_id = 1 and l.importe in ('iva_importacion', 'retencion_isr_arrendamiento')
        and r.clave in ('PAGO', 'ANTICIPO-PROV', 'COMPRA-NC') order by 1, 2, 3`)
  const given = await imported()
  assert.deepEqual(
    given.map(({ rule, side, clave }) => [rule, side, clave].join(' ')),
    [
      'ANTICIPO-PROV abono 208-01',
      'ANTICIPO-PROV abono 216-03',
      'ANTICIPO-PROV cargo 118-02',
      'COMPRA-NC cargo 216-03',
      'PAGO abono 208-01',
      'PAGO abono 216-03',
      'PAGO cargo 118-02',
    ],
  )
  await erp.owner.execute(sql`delete from public.regla_contable_partida
    where empresa_id = 1 and (importe = 'iva_importacion' or importe = 'retencion_isr_arrendamiento'
      and regla = (select id from public.regla_contable where empresa_id = 1 and clave = 'COMPRA-NC'))`)
  await erp.owner.execute(sql`update oficina.catalogo
    set huella = replace(replace(huella, 'regla:iva-importacion', ''), 'regla:nota-de-arrendador', '') where tabla = '@reglas-contables'`)
  await (await erp.secondServer()).stop()
  assert.deepEqual(await imported(), given)
})

/** Takes away what the release gave, as a company has it that an earlier one made. */
async function asBefore(change: () => Promise<unknown>): Promise<void> {
  await erp.owner.execute(sql`delete from oficina.catalogo where tabla = '@reglas-contables'`)
  await erp.owner.execute(sql`delete from public.regla_contable_partida where empresa_id = 1`)
  await erp.owner.execute(sql`delete from public.regla_contable where empresa_id = 1`)
  await erp.owner.execute(sql`delete from public.concepto_inventario where empresa_id = 1`)
  await erp.owner.execute(
    sql`delete from public.cuenta_contable where empresa_id = 1 and clave not like '899%'`,
  )
  await erp.owner.execute(
    sql`update public.cuenta_contable set codigo_agrupador = null where empresa_id = 1`,
  )
  await change()
}

/** The SAT's codes of the memorandum accounts. */
async function orderCodes(): Promise<readonly string[]> {
  const rows = await erp.owner.query<{ codigo: string }>(sql`
    select g.codigo from public.cuenta_contable c join public.codigo_agrupador g on g.id = c.codigo_agrupador
    where c.empresa_id = 1 and c.clave like '899%' order by 1`)
  return rows.map(({ codigo }) => codigo)
}

test('a company of an earlier release gets rules once, on its own accounts, and none of its own is touched', async () => {
  await asBefore(async () => {
    const [nature] = (await erp.admin.get(`${API}/NaturalezaCuenta?clave=D`)).json.data
    const [code] = (await erp.admin.get(`${API}/CodigoAgrupador?codigo=115.01`)).json.data
    const made = await erp.admin.post(`${API}/CuentaContable`, {
      clave: '1150-001-0001',
      nombre: 'Almacén propio',
      nivel: 3,
      naturaleza: nature.id,
      codigo_agrupador: code.id,
      tipo: 'activo',
      acepta_movimientos: true,
      activo: true,
    })
    assert.equal(made.status, 201, made.text)
    const [model] = (await erp.admin.get(`${API}/ModeloSistema?nombre=PagoProveedor`)).json.data
    const own = { clave: 'MI-PAGO', nombre: 'Pago', modelo: model.id, evento: 'pagar', tipo: 3 }
    const rule = await erp.admin.post(`${API}/ReglaContable`, { ...own, concepto: 'Pago' })
    assert.equal(rule.status, 201, rule.text)
  })
  await (await erp.secondServer()).stop()
  assert.deepEqual(await orderCodes(), ['899', '899.01', '899.02'])
  const [stock] = (await erp.admin.get(`${API}/CuentaContable?clave=1150-001-0001`)).json.data
  assert.deepEqual((await erp.admin.get(`${API}/CuentaContable?clave=115-01`)).json.data, [])
  const [used] = await erp.owner.query<{ count: number }>(sql`
    select count(*) as count from public.regla_contable_partida where empresa_id = 1 and cuenta_contable = ${stock.id}`)
  assert.ok((used?.count ?? 0) > 5)
  const claves = await erp.owner.query<{ clave: string }>(
    sql`select clave from public.regla_contable where empresa_id = 1 order by clave`,
  )
  const expected = STARTER_RULES.map(({ clave }) => clave).filter((clave) => clave !== 'PAGO')
  assert.deepEqual(
    claves.map(({ clave }) => clave),
    [...expected, 'MI-PAGO'].toSorted(),
  )
  await erp.owner.execute(sql`delete from public.regla_contable_partida where empresa_id = 1`)
  await erp.owner.execute(sql`delete from public.regla_contable where empresa_id = 1`)
  const after = await configured(1)
  await (await erp.secondServer()).stop()
  assert.deepEqual(await configured(1), after, 'what was deleted stays deleted')
})

/** The amounts of an event that add up to a balanced entry: what the last line of the rule takes is what is left. */
function balanced(rule: EntryRule, values: readonly bigint[]): Map<string, bigint> {
  const names = [...new Set(rule.partidas.map(({ importe }) => importe))]
  const amounts = new Map(names.map((name, index) => [name, values[index % values.length] ?? 0n]))
  const weight = (name: string) =>
    rule.partidas
      .filter(({ importe }) => importe === name)
      .reduce((sum, { naturaleza }) => sum + (naturaleza === 'cargo' ? 1n : -1n), 0n)
  const free = names.find((name) => weight(name) !== 0n)
  if (free === undefined) return amounts
  const others = names.filter((name) => name !== free)
  const rest = others.reduce((sum, name) => sum + weight(name) * (amounts.get(name) ?? 0n), 0n)
  return amounts.set(free, -rest / weight(free))
}

test('whatever the amounts of an event, the rules of a new company make entries that balance', async () => {
  await erp.otherCompany()
  const empresa = empresaId('2')
  const cases = await erp.owner.transaction(async (tx) => {
    await tx.query(sql`set local search_path = public`)
    const found = []
    for (const { modelo, evento } of STARTER_RULES) {
      const rules = await findEntryRules(tx, empresa, { model: modelo, event: evento })
      const ids = rules.flatMap(({ partidas }) => partidas.map(({ cuenta }) => String(cuenta)))
      found.push({ modelo, evento, rules, accounts: await findAccounts(tx, empresa, ids) })
    }
    return found
  })
  const cents = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n })
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      fc.array(cents, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      ({ modelo, evento, rules, accounts }, values, lineCount) => {
        const [rule] = rules
        assert.ok(rule, evento)
        const amounts = balanced(rule, values)
        const source = sourceOf({ modelo, evento, amounts, lineCount })
        const planned = planEntry(source, { rules, accounts })
        assert.ok(planned.ok, planned.ok ? '' : String(planned.error.message))
        const sides = planned.value.lines.map(({ cargo, abono }) => [cargo, abono] as const)
        assert.ok(sides.every(([debit, credit]) => debit >= 0n && credit >= 0n))
        assert.ok(sides.every(([debit, credit]) => debit > 0n !== credit > 0n))
        assert.equal(
          sides.reduce((sum, [debit, credit]) => sum + debit - credit, 0n),
          0n,
        )
      },
    ),
  )
})

/** A document whose lines share its amounts, the first of them taking what does not divide. */
function sourceOf(of: {
  readonly modelo: string
  readonly evento: string
  readonly amounts: ReadonlyMap<string, bigint>
  readonly lineCount: number
}): EntrySource {
  const both = (value: bigint): EntryAmount => ({ own: value, base: value })
  const parts = BigInt(of.lineCount)
  const share = (value: bigint, index: number) =>
    index === 0 ? value - (value / parts) * (parts - 1n) : value / parts
  const named = (value: (amount: bigint) => bigint) =>
    Object.fromEntries([...of.amounts].map(([name, amount]) => [name, both(value(amount))]))
  return {
    model: of.modelo,
    event: of.evento,
    origin: 'compras',
    record: '1',
    folio: 'X-1',
    fecha: '2026-03-02',
    currency: { moneda: '1', tipoCambio: '1' },
    dimensiones: {},
    total: 0n,
    amounts: named((amount) => amount),
    accounts: Object.fromEntries(DOCUMENT_ORIGINS.map((origin) => [origin, null])),
    proveedor: '1',
    cliente: null,
    lines: Array.from({ length: of.lineCount }, (_, index) => ({
      accounts: Object.fromEntries(LINE_ORIGINS.map((origin) => [origin, null])),
      amounts: named((amount) => share(amount, index)),
      centroCosto: null,
    })),
  }
}
