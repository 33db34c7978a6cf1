import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'

import { CALLBACKS } from '../src/actions/callbacks/callback-list.ts'
import { startDemo, type DemoSize } from '../src/actions/demo/load-demo.ts'
import type { Registry } from '../src/dictionary/types.ts'
import { parseRfc } from '../src/fiscal/rfc.ts'
import { PasswordWork } from '../src/identity/password-work.ts'
import { pseudoRandom, pseudoRandomSql } from '../src/store/demo/pseudo-random.ts'
import { Views } from '../src/visibility/dictionary-views.ts'
import { ADMIN } from './admin.ts'
import { startErp, type ErpTest } from './erp-service.ts'
import { shippedRegistry } from './shipped-registry.ts'

const PASSWORD = 'una-demostracion'
const API = '/api/v1'
const log = createLog({ service: 'erp-test', level: 'silent', format: 'json' })
const SMALL: DemoSize = {
  clientes: 400,
  proveedores: 40,
  articulos: 50,
  compras: 700,
  ventas: 350,
  movimientos: 320,
}

let erp: ErpTest
let registry: Registry

before(async () => {
  erp = await startErp()
  registry = shippedRegistry()
})

after(() => erp.stop())

function start(of: ErpTest, size: DemoSize = SMALL) {
  return startDemo({
    owner: of.owner,
    tools: {
      registry,
      views: new Views(registry),
      callbacks: CALLBACKS,
      passwords: new PasswordWork(),
      now: of.clock.now,
    },
    log: {
      ...log,
      error: (context: unknown) => assert.fail(JSON.stringify(context)),
    } as typeof log,
    adminUsuario: ADMIN.usuario,
    password: PASSWORD,
    onGeneratedPassword: () => assert.fail('a password was given'),
    sizes: [size, { ...size, compras: 30, ventas: 20, movimientos: 10, clientes: 15 }],
  })
}

async function counts(of: ErpTest) {
  return await of.owner.query(sql`
    select empresa_id as empresa, (select count(*) from public.cliente c where c.empresa_id = d.empresa_id) as clientes,
      (select count(*) from public.proveedor c where c.empresa_id = d.empresa_id) as proveedores,
      (select count(*) from public.articulo c where c.empresa_id = d.empresa_id) as articulos,
      (select count(*) from public.compra c where c.empresa_id = d.empresa_id) as compras,
      (select count(*) from public.venta c where c.empresa_id = d.empresa_id) as ventas,
      (select count(*) from public.movimiento_bancario c where c.empresa_id = d.empresa_id) as movimientos
    from oficina.demo d order by orden`)
}

const LOADED = [
  { empresa: 1, ...SMALL },
  { empresa: 2, ...SMALL, compras: 30, ventas: 20, movimientos: 10, clientes: 15 },
]

test('the demonstration fills the untouched first company and one of its own', async () => {
  await start(erp).done
  assert.deepEqual(await counts(erp), LOADED)
})

test('the totals of purchases and sales are the sums of their lines with 16 % VAT', async () => {
  const wrong = await erp.owner.query(sql`
    select 'compra' as tabla, c.folio from public.compra c
    left join lateral (select count(*) as lineas, sum(importe) as subtotal, sum(impuestos) as impuestos,
        bool_and(importe = round(cantidad * precio, 2) and impuestos = round(importe * 0.16, 2)) as exactas
      from public.compra_partida p where p.empresa_id = c.empresa_id and p.compra = c.id) l on true
    where not (lineas > 0 and exactas and c.subtotal = l.subtotal and c.impuestos = l.impuestos
      and c.total = c.subtotal + c.impuestos and c.total > 0)
    union all
    select 'venta', v.folio from public.venta v
    left join lateral (select count(*) as lineas, sum(importe) as subtotal, sum(descuento) as descuento,
        sum(round((importe - descuento) * 0.16, 2)) as impuestos, bool_and(importe = round(cantidad * precio, 2)) as exactas
      from public.venta_partida p where p.empresa_id = v.empresa_id and p.venta = v.id) l on true
    where not (lineas > 0 and exactas and v.subtotal = l.subtotal and v.descuento = l.descuento
      and v.impuestos = l.impuestos and v.total = v.subtotal - v.descuento + v.impuestos)`)
  assert.deepEqual(wrong, [])
})

test('every RFC is valid, and begins as its kind of person does', async () => {
  const rows = await erp.owner.query<{ rfc: string; persona: string }>(sql`
    select rfc, case when regimen_fiscal = (select id from public.regimen_fiscal where clave = '601')
      then 'empresa' else 'persona' end as persona from public.cliente
    union all select rfc, case t.clave when 'PM' then 'empresa' else 'persona' end
      from public.proveedor p join public.tipo_persona t on t.id = p.tipo_persona`)
  assert.ok(rows.length > 400)
  for (const { rfc, persona } of rows) assert.equal(parseRfc(rfc)?.kind, persona, rfc)
})

test('each demonstration user logs in and may do what the profile says', async () => {
  const cases = [
    ['compras', 'GET', '/Compra', 200],
    ['compras', 'GET', '/Poliza', 403],
    ['ventas', 'GET', '/Venta', 200],
    ['ventas', 'GET', '/Compra', 403],
    ['contador', 'GET', '/CuentaContable', 200],
    ['consulta', 'GET', '/Compra', 200],
    ['consulta', 'DELETE', '/Compra/1', 403],
    ['consulta@NORTE', 'GET', '/Cliente', 200],
    ['admin@NORTE', 'GET', '/Nomina', 200],
  ] as const
  for (const [usuario, method, path, status] of cases) {
    const client = await erp.logIn(usuario, PASSWORD)
    assert.equal((await client.send(method, API + path)).status, status, `${usuario} ${path}`)
  }
  const buyer = await erp.logIn('compras', PASSWORD)
  const { json } = await buyer.get(`${API}/auth/permissions`)
  const compras = json.data.modules.find(({ name }: { name: string }) => name === 'compras')
  const compra = compras.models.find(({ name }: { name: string }) => name === 'Compra')
  assert.equal(compra.actions.length, 5)
})

test('each demonstration user reads what the forms of his records refer to, and of people no more than names', async () => {
  for (const usuario of ['compras', 'ventas', 'contador']) {
    const client = await erp.logIn(usuario, PASSWORD)
    const { modules } = (await client.get(`${API}/auth/permissions`)).json.data
    interface Listed {
      readonly name: string
      readonly read: boolean
      readonly create: boolean
    }
    const models: readonly Listed[] = modules.flatMap(
      ({ models: own }: { models: Listed[] }) => own,
    )
    const readable = new Set(models.filter(({ read }) => read).map(({ name }) => name))
    const unreadable = models
      .filter(({ create }) => create)
      .flatMap(({ name }) => registry.models.get(name)?.references ?? [])
      .filter(({ target }) => !readable.has(target))
    assert.deepEqual(unreadable, [], usuario)
    const users = await client.get(`${API}/Usuario`)
    assert.equal(users.status, 200, users.text)
    assert.ok(users.json.data.length > 1)
    for (const user of users.json.data) assert.equal('correo' in user, false)
  }
})

test('a listing of the demonstration shows references in words', async () => {
  const { json } = await erp.admin.get(`${API}/Compra?estado=iniciada&sort=-fecha&per_page=5`)
  assert.equal(json.data.length, 5)
  for (const compra of json.data) {
    assert.match(compra.proveedor_str, /^PR-\d{5} /)
    assert.match(compra.fecha, /^2026-/)
  }
})

test('another start adds nothing, and one that was stopped in the middle goes on', async () => {
  await start(erp).done
  assert.deepEqual(await counts(erp), LOADED)
  const stopped = await startErp()
  try {
    const first = start(stopped)
    await first.stop()
    const before = await counts(stopped)
    assert.notDeepEqual(before, LOADED)
    await start(stopped, { ...SMALL, compras: 310, clientes: 350 }).done
    await start(stopped).done
    assert.deepEqual(await counts(stopped), LOADED)
    const content = (of: ErpTest) =>
      of.owner.query(sql`
        select md5(string_agg(t::text, '|' order by t::text)) as content from (
          select c.folio, c.fecha, c.total, c.estado, p.clave, p.rfc, c.empresa_id from public.compra c
          join public.proveedor p on p.empresa_id = c.empresa_id and p.id = c.proveedor) t`)
    assert.deepEqual(await content(stopped), await content(erp))
  } finally {
    await stopped.stop()
  }
})

test('a first company that somebody works in is left alone', async () => {
  const used = await startErp()
  try {
    const answer = await used.admin.post(`${API}/CuentaContable`, {
      clave: '1',
      nombre: 'Propia',
      nivel: 1,
      naturaleza: 1,
      tipo: 'activo',
    })
    assert.equal(answer.status, 201, answer.text)
    await start(used, { ...SMALL, clientes: 10, compras: 5, ventas: 5, movimientos: 5 }).done
    const companies = (await counts(used)).map((row) => (row as { empresa: number }).empresa)
    assert.deepEqual(companies, [2, 3])
    const { json } = await used.admin.get(`${API}/Cliente`)
    assert.equal(json.meta.total, 0)
  } finally {
    await used.stop()
  }
})

test('the pseudoRandom numbers are the same in JavaScript and in PostgreSQL', async () => {
  const cases = fc.sample(
    fc.tuple(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 1_000_000 }),
    ),
    200,
  )
  for (const [n, salt, limit] of cases) {
    const [row] = await erp.owner.query<{ value: number }>(
      sql`select ${pseudoRandomSql(`${n}::int8`, salt, limit)} as value`,
    )
    assert.equal(row?.value, pseudoRandom(n, salt, limit))
  }
})
