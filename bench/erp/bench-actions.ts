import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environment, median } from '../documents/report.ts'
import { startErp } from './erp-under-test.ts'

// What a batch of 500 authorizations costs over HTTP with all its effects, against the bare SQL that writes the same
// rows, in the same run on the same tables; and what a single one costs while sixteen callers are at it.
const BATCH = 500
const ROUNDS = 7
const LINES = 3
const CALLERS = 16
const SINGLES = 3_000

const { db, post, stop } = await startErp()

async function setUp(): Promise<void> {
  await db.query(`
    insert into proveedor (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc, correo, estado)
    select 1, n, now(), now(), 'P' || n, 'Proveedor ' || n, 'XAXX010101000', 'p' || n || '@example.org', 'activo'
    from generate_series(1, 200) n;
    insert into presupuesto (empresa_id, id, creado_en, modificado_en, clave, nombre, ejercicio, tipo, escenario, revision,
      moneda, responsable, estado)
    select 1, 1, now(), now(), 'G', 'G', 1, 'gastos', 'base', 1, id, 1, 'vigente' from moneda where clave = 'MXN';
    insert into presupuesto_partida (empresa_id, id, creado_en, modificado_en, presupuesto, partida, cuenta_contable, importe)
    select 1, n, now(), now(), 1, n, 2, 1e12 from generate_series(1, 20) n;
    insert into presupuesto_partida_mes (empresa_id, id, creado_en, modificado_en, presupuesto_partida, mes, importe)
    select 1, (p - 1) * 12 + m, now(), now(), p, m, 1e11 from generate_series(1, 20) p, generate_series(1, 12) m;
    insert into control_presupuesto (empresa_id, id, creado_en, modificado_en, clave, nombre, alcance, respuesta, tolerancia, activo)
    values (1, 1, now(), now(), 'K', 'K', 'acumulado', 'bloquear', 0, true);`)
}

let nextPurchase = 1

/** Fresh purchases with three lines each; the answer is their ids. */
async function purchases(count: number): Promise<readonly number[]> {
  const first = nextPurchase
  nextPurchase += count
  await db.query(
    `insert into compra (empresa_id, id, creado_en, modificado_en, folio, fecha, proveedor, moneda, condicion_pago, estado)
     select 1, n, now(), now(), 'OC-' || n, current_date, 1 + n % 200, m.id, 2, 'iniciada'
     from generate_series($1::int8, $2::int8) n, moneda m where m.clave = 'MXN'`,
    [first, nextPurchase - 1],
  )
  await db.query(
    `insert into compra_partida (empresa_id, id, creado_en, modificado_en, compra, partida, descripcion, cantidad, unidad,
       precio, importe, impuestos, partida_presupuesto)
     select 1, n * 10 + l, now(), now(), n, l, 'Renglón', 2, (select min(id) from unidad_medida), 50, 100, 16, 1 + n % 20
     from generate_series($1::int8, $2::int8) n, generate_series(1, ${LINES}) l`,
    [first, nextPurchase - 1],
  )
  return Array.from({ length: count }, (_, index) => first + index)
}

/**
 * The rows that 500 authorizations leave, written by one hand-written statement per table in one transaction, from
 * constants where the service decides: no check of lines, supplier, period, approval, budget or account.
 */
async function bareSql(ids: readonly number[]): Promise<number> {
  const from = [ids]
  const start = performance.now()
  await db.query('begin')
  await db.query(
    'select id from compra where empresa_id = 1 and id = any($1) order by id for no key update',
    from,
  )
  await db.query(
    `update compra set estado = 'autorizada', autorizada_por = 1, autorizada_en = now(), subtotal = 300, impuestos = 48,
       total = 348, version = version + 1, modificado_en = now() where empresa_id = 1 and id = any($1)`,
    from,
  )
  await db.query(
    `insert into compra_autorizacion (empresa_id, id, creado_en, modificado_en, compra, nivel, autorizador, importe, fecha, estado)
     select 1, 1e9 + c, now(), now(), c, 0, 1, 348, now(), 'autorizada' from unnest($1::int8[]) c`,
    from,
  )
  await db.query(
    `insert into compromiso_presupuesto (empresa_id, id, creado_en, modificado_en, folio, fecha, presupuesto_partida, mes, tipo,
       modelo, registro, compra, importe, estado)
     select 1, 1e9 + c, now(), now(), 'B-' || c, now(), 1 + c % 20, extract(month from current_date), 'compromiso', m.id, c::text,
       c, 300, 'vigente' from unnest($1::int8[]) c, modelo_sistema m where m.nombre = 'Compra'`,
    from,
  )
  await db.query(
    `update presupuesto_partida p set comprometido = comprometido + n.importe, version = version + 1
     from (select 1 + c % 20 as id, count(*) * 300 as importe from unnest($1::int8[]) c group by 1) n
     where p.empresa_id = 1 and p.id = n.id`,
    from,
  )
  await db.query(
    `update presupuesto_partida_mes p set comprometido = comprometido + n.importe, version = version + 1
     from (select 1 + c % 20 as id, count(*) * 300 as importe from unnest($1::int8[]) c group by 1) n
     where p.empresa_id = 1 and p.presupuesto_partida = n.id and p.mes = extract(month from current_date)`,
    from,
  )
  await db.query(
    `insert into poliza (empresa_id, id, creado_en, modificado_en, folio, fecha, tipo, periodo, concepto, origen, modelo, registro,
       total_cargo, total_abono, capturada_por, autorizada_por, estado)
     select 1, 1e9 + c, now(), now(), 'B-' || c, current_date, 1, 1, 'Compromiso de compra OC-' || c, 'compras', m.id, c::text, 348,
       348, 1, 1, 'aplicada' from unnest($1::int8[]) c, modelo_sistema m where m.nombre = 'Compra'`,
    from,
  )
  await db.query(
    `insert into poliza_partida (empresa_id, id, creado_en, modificado_en, poliza, partida, cuenta_contable, concepto, cargo, abono,
       moneda, tipo_cambio, importe_moneda, proveedor, referencia)
     select 1, 1e9 + c * 2 + l, now(), now(), 1e9 + c, l, 1 + l, 'Compromiso de compra', case l when 1 then 348 else 0 end,
       case l when 2 then 348 else 0 end, m.id, 1, 348, 1 + c % 200, 'OC-' || c
     from unnest($1::int8[]) c, generate_series(1, 2) l, moneda m where m.clave = 'MXN'`,
    from,
  )
  await db.query(
    `insert into registro_auditoria (empresa_id, id, creado_en, modificado_en, fecha_hora, usuario, modelo, registro, operacion,
       accion, direccion_ip, agente, solicitud, antes, despues, huella)
     select 1, 1e9 + c, now(), now(), now(), 1, m.id, c::text, 'accion', a.id, '127.0.0.1', 'bench', 'x', '{"estado":"iniciada"}',
       '{"estado":"autorizada"}', encode(sha256(c::text::bytea), 'hex')
     from unnest($1::int8[]) c, modelo_sistema m join accion_sistema a on a.modelo = m.id and a.nombre = 'autorizar_compra'
     where m.nombre = 'Compra'`,
    from,
  )
  await db.query(
    `insert into oficina.salida (empresa_id, tipo, destino, contenido, modelo, registro, creada_en, proximo_intento)
     select 1, 'correo', 'p@example.org', '{"para":["p@example.org"],"asunto":"Orden","texto":"Orden de compra"}', 'Compra',
       c::text, now(), now() + interval '1 day' from unnest($1::int8[]) c`,
    from,
  )
  await db.query('commit')
  return performance.now() - start
}

async function serviceBatch(ids: readonly number[]): Promise<number> {
  const start = performance.now()
  const { meta } = await post('/Compra/actions/autorizar_compra', { ids })
  const elapsed = performance.now() - start
  if (meta.succeeded !== ids.length) throw new Error(`only ${meta.succeeded} succeeded`)
  return elapsed
}

async function cancelBatch(ids: readonly number[]): Promise<number> {
  const start = performance.now()
  const { meta } = await post('/Compra/actions/cancelar_compra', { ids, motivo: 'Medición' })
  if (meta.succeeded !== ids.length) throw new Error(`only ${meta.succeeded} succeeded`)
  return performance.now() - start
}

/** Waits until the worker has sent what there is, so that it does not share the cores with what is measured next. */
async function quiet(): Promise<void> {
  for (;;) {
    const { rows } = await db.query(
      "select 1 from oficina.salida where estado = 'pendiente' and proximo_intento <= now() limit 1",
    )
    if (rows.length === 0) return
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** So many callers, one purchase after another each, all of one company and on twenty budget lines. */
async function singles(callers: number, calls: number) {
  const ids = [...(await purchases(calls))]
  await db.query('vacuum analyze')
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        const began = performance.now()
        await post(`/Compra/${id}/actions/autorizar_compra`, {})
        times.push(performance.now() - began)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return {
    callers,
    calls,
    perSecond: Math.round(calls / seconds),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

await setUp()
await serviceBatch(await purchases(BATCH))
await bareSql(await purchases(BATCH))
const times = { service: [] as number[], bare: [] as number[], cancel: [] as number[] }
for (let turn = 0; turn < ROUNDS; turn += 1) {
  const [mine, theirs] = [await purchases(BATCH), await purchases(BATCH)]
  await db.query('analyze')
  await quiet()
  times.bare.push(await bareSql(theirs))
  times.service.push(await serviceBatch(mine))
  await quiet()
  times.cancel.push(await cancelBatch(mine))
}
const [bare, ours] = [median(times.bare), median(times.service)]
const alone = await singles(1, 500)
const single = await singles(CALLERS, SINGLES)
const [{ deadlocks }] = (
  await db.query('select deadlocks from pg_stat_database where datname = current_database()')
).rows
const { rows } = await db.query(`
  select sum(cargo)::text as cargos, sum(abono)::text as abonos, count(*)::int as partidas from poliza_partida`)
const result = {
  what: `autorizar_compra: ${BATCH} purchases of ${LINES} lines in one batch, with approval, budget, entry, audit and mail`,
  ...environment(),
  batch: {
    purchases: BATCH,
    rounds: ROUNDS,
    bareSqlMs: round(bare),
    serviceMs: round(ours),
    ratio: Math.round((ours / bare) * 100) / 100,
    cancelMs: round(median(times.cancel)),
    all: { bareSqlMs: times.bare.map(round), serviceMs: times.service.map(round) },
  },
  single: [alone, single],
  deadlocks: Number(deadlocks),
  books: rows[0],
}
console.log(JSON.stringify(result, null, 2))
if (rows[0].cargos !== rows[0].abonos) throw new Error('the books do not balance')
await writeFile(
  join(import.meta.dirname, '../results/erp-actions.json'),
  `${JSON.stringify(result, null, 2)}\n`,
)
await stop()
