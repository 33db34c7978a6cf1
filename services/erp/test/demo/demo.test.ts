import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import type { AttachmentFiles } from '../../src/actions/attachments/attachment-tools.ts'
import { CALLBACKS } from '../../src/actions/callbacks/callback-list.ts'
import { DAY_STEPS } from '../../src/actions/demo/live-day.ts'
import { startDemo, type DemoSize } from '../../src/actions/demo/load-demo.ts'
import { Semaphore } from '../../src/actions/semaphore.ts'
import type { Registry } from '../../src/dictionary/types.ts'
import { contentFolder } from '../../src/files/content-folder.ts'
import { openSpoolFolder } from '../../src/files/spool-folder.ts'
import { parseRfc } from '../../src/fiscal/rfc.ts'
import { Views } from '../../src/visibility/dictionary-views.ts'
import { ADMIN } from '../admin.ts'
import { quickPasswords, startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// Deep: it fills whole companies with the demonstration.
// A service of its own: it fills the first company.
// A process of its own: it takes as long as a batch of others.

const PASSWORD = 'una-demostracion'
const API = '/api/v1'
const log = createLog({ service: 'erp-test', level: 'silent', format: 'json' })
const SMALL: DemoSize = {
  clientes: 400,
  proveedores: 40,
  articulos: 50,
  dias: 36,
  comprasPorDia: 1,
}

const OF_NORTE = { clientes: 15, dias: 3 }
// Enough of both companies to be in the middle of one.
const TINY: DemoSize = { ...SMALL, clientes: 30, articulos: 20, dias: 5 }

let erp: ErpTest
let registry: Registry

before(async () => {
  erp = await startOwnErp()
  registry = shippedRegistry()
})

after(() => erp.stop())

/** The folder of the service's own attachments. */
async function attachmentsOf({ dataDir }: ErpTest): Promise<AttachmentFiles> {
  const folder = join(dataDir, 'attachments')
  return {
    incoming: await openSpoolFolder(join(dataDir, 'demo-incoming'), { kind: 'upload', log }),
    contents: contentFolder(folder),
    maxBytes: 1_000_000,
    turns: new Semaphore({ atOnce: 1, waiting: 1, waitMs: 1_000 }),
    scan: undefined,
  }
}

async function load(of: ErpTest, size: DemoSize = SMALL): Promise<void> {
  await (
    await start(of, size)
  ).done
}

async function start(
  of: ErpTest,
  size: DemoSize = SMALL,
  onFailure = (failure: unknown): void => assert.fail(JSON.stringify(failure)),
) {
  return startDemo({
    owner: of.asOwner,
    tools: {
      registry,
      views: new Views(registry),
      callbacks: CALLBACKS,
      passwords: quickPasswords(),
      attachments: await attachmentsOf(of),
      now: of.clock.now,
    },
    pacFolder: join(of.dataDir, 'pac-simulator'),
    log: Object.assign(log.child({}), {
      error: (context: { err: Error }) => onFailure(context.err.message),
    }),
    adminUsuario: ADMIN.usuario,
    password: PASSWORD,
    onGeneratedPassword: () => assert.fail('a password was given'),
    sizes: [size, { ...size, ...OF_NORTE }],
  })
}

/** What each company of the demonstration has: all that the days of its purchases and sales have left. */
async function counts(of: ErpTest) {
  const companies = await of.owner.query<{ empresa: number }>(
    sql`select empresa_id as empresa from oficina.demo order by orden`,
  )
  const found = companies.map(async ({ empresa }) => {
    const [rows] = await of.owner.query<object>(sql`
      select (select count(*) from public.cliente where empresa_id = ${empresa}) as clientes,
        (select count(*) from public.proveedor where empresa_id = ${empresa}) as proveedores,
        (select count(*) from public.articulo where empresa_id = ${empresa}) as articulos,
        (select count(*) from public.compra where empresa_id = ${empresa}) as compras`)
    const [done] = await of.owner.query<object>(
      sql`select hechas as partes from oficina.demo_avance where empresa_id = ${empresa} and paso = 'partes'`,
    )
    return { empresa, ...rows, ...done }
  })
  return await Promise.all(found)
}

function loaded(empresa: number, { dias, comprasPorDia, ...parties }: DemoSize) {
  return { empresa, ...parties, partes: dias * DAY_STEPS.length, compras: dias * comprasPorDia }
}

const loadedOf = (size: DemoSize) => [loaded(1, size), loaded(2, { ...size, ...OF_NORTE })]
const LOADED = loadedOf(SMALL)

/** What documents, stock and books come to, but for what chance gives to each start. */
async function content(of: ErpTest) {
  const rows = await of.allRows<{ tabla: string; huella: string }>(sql`
    select tabla, md5(string_agg(texto, '|' order by texto)) as huella from (
      select 'compra' as tabla, concat_ws(' ', c.empresa_id, c.folio, c.fecha, c.total, c.estado, p.clave) as texto
      from public.compra c join public.proveedor p on p.empresa_id = c.empresa_id and p.id = c.proveedor
      union all select 'venta', concat_ws(' ', v.empresa_id, v.folio, v.fecha, v.total, v.estado, c.clave)
      from public.venta v join public.cliente c on c.empresa_id = v.empresa_id and c.id = v.cliente
      union all select 'poliza', concat_ws(' ', p.empresa_id, p.folio, p.fecha, p.concepto, p.total_cargo, p.estado)
      from public.poliza p
      union all select 'existencia', concat_ws(' ', e.empresa_id, a.clave, e.cantidad, e.importe)
      from public.existencia e join public.articulo a on a.empresa_id = e.empresa_id and a.id = e.articulo
      union all select 'por_pagar', concat_ws(' ', empresa_id, folio, numero_factura, total, saldo, estado)
      from public.cuenta_por_pagar
      union all select 'por_cobrar', concat_ws(' ', empresa_id, folio, total, saldo, estado) from public.cuenta_por_cobrar
      union all select 'cfdi', concat_ws(' ', empresa_id, serie, folio, fecha, total, estado) from public.cfdi
      union all select 'banco', concat_ws(' ', empresa_id, folio, fecha, naturaleza, importe)
      from public.movimiento_bancario) t group by tabla`)
  return Object.fromEntries(rows.map(({ tabla, huella }) => [tabla, huella]))
}

/** Whether a day was under way and lost its connection. */
async function interrupted(of: ErpTest): Promise<boolean> {
  const rows = await of.owner.query(sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
      and exists (select from pg_locks l where l.pid = a.pid and l.relation = 'oficina.contador'::regclass
        and l.mode = 'RowShareLock')`)
  return rows.length > 0
}

/** The controls of the report that do not agree. */
async function differences(client: HttpClient) {
  const { json, text } = await client.get(`${API}/reports/consistency`)
  assert.ok(json.meta.total > 0, text)
  return json.data.filter(({ diferencia }: { diferencia: number }) => diferencia !== 0)
}

async function northern(of: ErpTest): Promise<HttpClient> {
  return await of.logIn('admin@NORTE', PASSWORD)
}

test('the demonstration fills the untouched first company and one of its own', async () => {
  await load(erp)
  assert.deepEqual(await counts(erp), LOADED)
})

test('the people of the demonstration have pictures, each his own', async () => {
  for (const client of [erp.admin, await northern(erp)]) {
    const { json } = await client.get(`${API}/Usuario?per_page=100`)
    const pictures = await Promise.all(
      json.data.map(({ id }: { id: number }) => client.get(`${API}/auth/fotos/${id}`)),
    )
    assert.equal(pictures.length, 12)
    assert.deepEqual(new Set(pictures.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(pictures.map(({ headers }) => headers.get('etag'))).size, 12)
  }
})

test('books, stock, documents, banks and budgets of the demonstration agree', async () => {
  assert.deepEqual(await differences(erp.admin), [])
  assert.deepEqual(await differences(await northern(erp)), [])
})

test('documents of the demonstration stand at every step of their lives', async () => {
  const states = async (model: string) => {
    const { json } = await erp.admin.get(`${API}/${model}?group_by=estado`)
    return json.data.map(({ estado }: { estado: string }) => estado).toSorted()
  }
  assert.deepEqual(await states('Compra'), [
    'autorizada',
    'cancelada',
    'en_autorizacion',
    'iniciada',
    'recibida',
    'recibida_parcial',
  ])
  assert.deepEqual(await states('Venta'), ['borrador', 'confirmada', 'facturada', 'pagada'])
  assert.deepEqual(await states('CuentaPorPagar'), ['autorizada', 'pagada'])
  assert.deepEqual(await states('CuentaPorCobrar'), ['cobrada', 'vigente'])
  assert.deepEqual(await states('Cfdi'), ['vigente'])
})

test('no bank account of the demonstration is below zero, and what is collected is paid from', async () => {
  for (const client of [erp.admin, await northern(erp)]) {
    const { json } = await client.get(
      `${API}/MovimientoBancario?group_by=cuenta_bancaria,naturaleza&sum=importe&estado=aplicado`,
    )
    const balances = new Map<string, number>()
    for (const { cuenta_bancaria_str: account, naturaleza, sum } of json.data) {
      const sign = naturaleza === 'abono' ? 1 : -1
      balances.set(account, (balances.get(account) ?? 0) + sign * Number(sum.importe))
    }
    for (const [account, balance] of balances) assert.ok(balance > 0, `${account}: ${balance}`)
  }
  const swept = await erp.admin.get(`${API}/MovimientoBancario?tipo=traspaso&naturaleza=abono`)
  assert.ok(swept.json.meta.total > 0)
})

test('the work of the demonstration is done by those whose trade it is', async () => {
  const rows = await erp.allRows<{ hecho: string; quien: string }>(sql`
    select distinct m.nombre || '.' || a.nombre as hecho, u.usuario as quien
    from public.registro_auditoria r join public.modelo_sistema m on m.id = r.modelo
    join public.accion_sistema a on a.id = r.accion
    join public.usuario u on u.empresa_id = r.empresa_id and u.id = r.usuario
    join oficina.demo d on d.empresa_id = r.empresa_id and d.orden = 1
    where r.operacion = 'accion'`)
  const doers = Map.groupBy(rows, ({ hecho }) => hecho)
  const of = (deed: string) =>
    doers
      .get(deed)
      ?.map(({ quien }) => quien)
      .toSorted()
  assert.deepEqual(of('Compra.autorizar_compra'), [ADMIN.usuario, 'gerente'])
  assert.deepEqual(of('Compra.recibir_compra'), ['almacen'])
  assert.deepEqual(of('Venta.timbrar_venta'), ['facturas'])
  assert.deepEqual(of('CobroCliente.cobrar'), ['cobranza'])
  assert.deepEqual(of('PagoProveedor.pagar'), ['tesoreria'])
})

test('the demonstration writes to nobody', async () => {
  const [row] = await erp.owner.query(sql`select count(*) as mensajes from oficina.salida`)
  assert.deepEqual(row, { mensajes: 0 })
})

test('every RFC is valid, and begins as its kind of person does', async () => {
  const rows = await erp.allRows<{ rfc: string; persona: string }>(sql`
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
    ['almacen', 'GET', '/Existencia', 200],
    ['almacen', 'GET', '/CobroCliente', 403],
    ['contador', 'GET', '/CuentaContable', 200],
    ['personal', 'GET', '/Empleado', 200],
    ['personal', 'GET', '/Compra', 403],
    ['consulta', 'GET', '/Compra', 200],
    ['consulta', 'GET', '/Nomina', 403],
    ['consulta', 'DELETE', '/Compra/1', 403],
    ['consulta@NORTE', 'GET', '/Cliente', 200],
    ['admin@NORTE', 'GET', '/Nomina', 200],
  ] as const
  for (const [usuario, method, path, status] of cases) {
    const client = await erp.logIn(usuario, PASSWORD)
    assert.equal((await client.send(method, API + path)).status, status, `${usuario} ${path}`)
  }
  const actions = [
    ['compras', 'Compra', 'cancelar_compra', true],
    ['compras', 'Compra', 'autorizar_compra', false],
    ['compras', 'Compra', 'recibir_compra', false],
    ['compras', 'ProveedorCuentaBancaria', 'dar_de_baja_cuenta', true],
    ['compras', 'ProveedorCuentaBancaria', 'validar_cuenta', false],
    ['gerente', 'Compra', 'autorizar_compra', true],
    ['gerente', 'LineaCreditoCliente', 'autorizar_linea', true],
    ['gerente', 'PagoProveedor', 'pagar', false],
    ['almacen', 'Compra', 'recibir_compra', true],
    ['almacen', 'AjusteInventario', 'autorizar_ajuste', false],
    ['ventas', 'Venta', 'confirmar_venta', true],
    ['ventas', 'Venta', 'timbrar_venta', false],
    ['ventas', 'VentaAutorizacion', 'autorizar_excepcion', false],
    ['ventas', 'LineaCreditoCliente', 'autorizar_linea', false],
    ['facturas', 'Venta', 'timbrar_venta', true],
    ['cobranza', 'CobroCliente', 'cobrar', true],
    ['pagos', 'CuentaPorPagar', 'registrar_factura', true],
    ['pagos', 'PagoProveedor', 'pagar', false],
    ['tesoreria', 'PagoProveedor', 'pagar', true],
    ['tesoreria', 'ProveedorCuentaBancaria', 'validar_cuenta', true],
    ['contador', 'Poliza', 'aplicar', true],
    ['contador', 'PagoProveedor', 'pagar', false],
    ['consulta', 'Compra', 'autorizar_compra', false],
  ] as const
  for (const [usuario, model, action, may] of actions) {
    const client = await erp.logIn(usuario, PASSWORD)
    const answer = await client.post(`${API}/${model}/actions/${action}`, { ids: [] })
    assert.equal(answer.status === 403, !may, `${usuario} ${model} ${action}: ${answer.text}`)
  }
})

test('each demonstration user reads what the forms of his records refer to, and of people no more than names', async () => {
  for (const usuario of ['compras', 'ventas', 'pagos']) {
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
  assert.ok(json.data.length > 0)
  for (const compra of json.data) {
    assert.match(compra.proveedor_str, /^PR-\d{5} /)
    assert.match(compra.fecha, /^2026-/)
  }
})

test('another start adds nothing', async () => {
  const before = await content(erp)
  await load(erp)
  assert.deepEqual(await counts(erp), LOADED)
  assert.deepEqual(await content(erp), before)
})

test('a start that lost its database in the middle of a day goes on to the same end', async () => {
  const [killed, whole] = await Promise.all([startOwnErp(), startOwnErp()])
  try {
    await load(whole, TINY)
    const failures: unknown[] = []
    const first = await start(killed, TINY, (failure) => failures.push(failure))
    await eventually('some days are over', async () => {
      const rows = await killed.owner.query(sql`
        select hechas from oficina.demo_avance where paso = 'partes' and hechas >= 20`)
      return rows.length > 0
    })
    await eventually('a day lost its connection', () => interrupted(killed))
    await first.done
    assert.equal(failures.length, 1)
    assert.notDeepEqual(await counts(killed), loadedOf(TINY))
    await load(killed, TINY)
    assert.deepEqual(await counts(killed), loadedOf(TINY))
    assert.deepEqual(await content(killed), await content(whole))
    assert.deepEqual(await differences(killed.admin), [])
  } finally {
    await killed.stop()
    await whole.stop()
  }
})

test('a first company that somebody works in is left alone', async () => {
  const used = await startOwnErp()
  try {
    const answer = await used.admin.post(`${API}/CuentaContable`, {
      clave: '1',
      nombre: 'Propia',
      nivel: 1,
      naturaleza: 1,
      tipo: 'activo',
    })
    assert.equal(answer.status, 201, answer.text)
    await load(used, { ...SMALL, clientes: 10, dias: 2 })
    const companies = (await counts(used)).map(({ empresa }) => empresa)
    assert.deepEqual(companies, [2, 3])
    const { json } = await used.admin.get(`${API}/Cliente`)
    assert.equal(json.meta.total, 0)
  } finally {
    await used.stop()
  }
})
