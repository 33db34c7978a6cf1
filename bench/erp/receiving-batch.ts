import type { ErpUnderTest } from './erp-under-test.ts'

const LINES = 3
const ARTICLES = 100
const SUPPLIERS = 200

/**
 * What purchases need beside what a new company has: suppliers, articles that are kept in stock, and twenty budget lines
 * under control.
 */
export async function setUpReceiving({ db }: ErpUnderTest): Promise<void> {
  await db.query(`
    insert into proveedor (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc, estado)
    select 1, n, now(), now(), 'P' || n, 'Proveedor ' || n, 'XAXX010101000', 'activo' from generate_series(1, ${SUPPLIERS}) n;
    insert into articulo (empresa_id, id, creado_en, modificado_en, clave, descripcion, unidad)
    select 1, n, now(), now(), 'A' || n, 'Artículo ' || n, (select min(id) from unidad_medida) from generate_series(1, ${ARTICLES}) n;
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

/** Purchases of three lines each that are authorized by the service; the answer is their ids. */
export async function authorizedPurchases(
  { db, post }: ErpUnderTest,
  count: number,
): Promise<readonly number[]> {
  const first = nextPurchase
  nextPurchase += count
  await db.query(
    `insert into compra (empresa_id, id, creado_en, modificado_en, folio, fecha, proveedor, almacen, moneda, condicion_pago, estado)
     select 1, n, now(), now(), 'OC-' || n, current_date, 1 + n % ${SUPPLIERS}, 1, m.id, 2, 'iniciada'
     from generate_series($1::int8, $2::int8) n, moneda m where m.clave = 'MXN'`,
    [first, nextPurchase - 1],
  )
  await db.query(
    `insert into compra_partida (empresa_id, id, creado_en, modificado_en, compra, partida, articulo, descripcion, cantidad, unidad,
       precio, importe, impuestos, partida_presupuesto)
     select 1, n * 10 + l, now(), now(), n, l, 1 + (n * ${LINES} + l) % ${ARTICLES}, 'Renglón', 2, (select min(id) from unidad_medida),
       50, 100, 16, 1 + n % 20
     from generate_series($1::int8, $2::int8) n, generate_series(1, ${LINES}) l`,
    [first, nextPurchase - 1],
  )
  const ids = Array.from({ length: count }, (_, index) => first + index)
  const { meta } = await post('/Compra/actions/autorizar_compra', { ids })
  if (meta.succeeded !== count) throw new Error(`only ${meta.succeeded} were authorized`)
  return ids
}

/**
 * The rows that receiving 500 purchases leaves, written by one hand-written statement per table in one transaction, from
 * constants where the service decides: no check of supplier, tolerance, period, warehouse, stock, budget or account.
 */
export async function bareReceipts({ db }: ErpUnderTest, ids: readonly number[]): Promise<number> {
  const start = performance.now()
  await db.query('begin')
  for (const statement of BARE) await db.query(statement, [ids])
  await db.query('commit')
  return performance.now() - start
}

const LOCK = `select id from compra where empresa_id = 1 and id = any($1) order by id for no key update`

const RECEIPTS = `
  insert into recepcion_compra (empresa_id, id, creado_en, modificado_en, folio, fecha, compra, proveedor, almacen,
    recibido_por, moneda, tipo_cambio, total, estado)
  select 1, 1e9 + c, now(), now(), 'B-' || c, now(), c, 1 + c % ${SUPPLIERS}, 1, 1, m.id, 1, 300, 'aplicada'
  from unnest($1::int8[]) c, moneda m where m.clave = 'MXN'`

const RECEIPT_LINES = `
  insert into recepcion_compra_partida (empresa_id, id, creado_en, modificado_en, recepcion, partida, compra_partida, articulo,
    cantidad_recibida, cantidad_aceptada, cantidad_rechazada, unidad, costo, importe_base)
  select 1, 1e9 + c * 10 + l, now(), now(), 1e9 + c, l, c * 10 + l, 1 + (c * ${LINES} + l) % ${ARTICLES}, 2, 2, 0,
    (select min(id) from unidad_medida), 50, 100
  from unnest($1::int8[]) c, generate_series(1, ${LINES}) l`

const MOVEMENTS = `
  insert into movimiento_inventario (empresa_id, id, creado_en, modificado_en, folio, fecha, concepto, almacen, referencia,
    recepcion, responsable, importe, modelo, registro, estado)
  select 1, 1e9 + c, now(), now(), 'B-' || c, now(), k.id, 1, 'B-' || c, 1e9 + c, 1, 300, m.id, (1e9 + c)::text, 'aplicado'
  from unnest($1::int8[]) c, modelo_sistema m, concepto_inventario k
  where m.nombre = 'RecepcionCompra' and k.empresa_id = 1 and k.clave = 'ENT-COMP'`

const MOVEMENT_LINES = `
  insert into movimiento_inventario_partida (empresa_id, id, creado_en, modificado_en, movimiento, partida, articulo, cantidad,
    unidad, costo_unitario, importe, cantidad_base, almacen_entrada, valor_entrada, variacion, fecha_movimiento)
  select 1, 1e9 + c * 10 + l, now(), now(), 1e9 + c, l, 1 + (c * ${LINES} + l) % ${ARTICLES}, 2,
    (select min(id) from unidad_medida), 50, 100, 2, 1, 100, 0, now()
  from unnest($1::int8[]) c, generate_series(1, ${LINES}) l`

/** Every article is there already, from a batch that the service received before. */
const STOCK = `
  update existencia e set cantidad = e.cantidad + 2 * n.veces, importe = e.importe + 100 * n.veces, ultima_entrada = current_date,
    version = version + 1, modificado_en = now()
  from (select 1 + (c * ${LINES} + l) % ${ARTICLES} as articulo, count(*) as veces
    from unnest($1::int8[]) c, generate_series(1, ${LINES}) l group by 1) n
  where e.empresa_id = 1 and e.articulo = n.articulo and e.almacen = 1`

const ORDER_LINES = `
  update compra_partida set cantidad_recibida = 2, version = version + 1, modificado_en = now()
  where empresa_id = 1 and compra = any($1)`

const ORDERS = `
  update compra set estado = 'recibida', version = version + 1, modificado_en = now() where empresa_id = 1 and id = any($1)`

const ACCRUALS = `
  insert into compromiso_presupuesto (empresa_id, id, creado_en, modificado_en, folio, fecha, presupuesto_partida, mes, tipo,
    modelo, registro, compra, importe, estado)
  select 1, 1e9 + c, now(), now(), 'B-' || c, now(), 1 + c % 20, extract(month from current_date), 'devengado', m.id,
    (1e9 + c)::text, c, 300, 'vigente' from unnest($1::int8[]) c, modelo_sistema m where m.nombre = 'RecepcionCompra'`

const COMMITMENTS = `
  update compromiso_presupuesto set importe_liberado = 300, estado = 'consumido', version = version + 1, modificado_en = now()
  where empresa_id = 1 and compra = any($1) and tipo = 'compromiso'`

/** The columns of a budget, as a whole or of a month. */
const budgets = (table: string, key: string, more: string) => `
  update ${table} p set comprometido = comprometido - n.importe, devengado = devengado + n.importe, version = version + 1,
    modificado_en = now()
  from (select 1 + c % 20 as id, count(*) * 300 as importe from unnest($1::int8[]) c group by 1) n
  where p.empresa_id = 1 and p.${key} = n.id ${more}`

/** Entries of receipts (k = 1) and what they take back of the commitments (k = 2). */
const ENTRIES = `
  insert into poliza (empresa_id, id, creado_en, modificado_en, folio, fecha, tipo, periodo, concepto, origen, modelo, registro,
    total_cargo, total_abono, capturada_por, autorizada_por, estado)
  select 1, 1e9 + c * 10 + k, now(), now(), 'B-' || c || '-' || k, current_date, 1, 1,
    case k when 1 then 'Recepción de compra B-' else 'Compromiso de B-' end || c, 'compras', m.id,
    case k when 1 then 1e9 + c else c end, case k when 1 then 300 else 348 end, case k when 1 then 300 else 348 end, 1, 1, 'aplicada'
  from unnest($1::int8[]) c, generate_series(1, 2) k
  join modelo_sistema m on m.nombre = case k when 1 then 'RecepcionCompra' else 'Compra' end`

const ENTRY_LINES = `
  insert into poliza_partida (empresa_id, id, creado_en, modificado_en, poliza, partida, cuenta_contable, concepto, cargo, abono,
    moneda, tipo_cambio, importe_moneda, proveedor, referencia)
  select 1, 1e9 + c * 100 + k * 10 + l, now(), now(), 1e9 + c * 10 + k, l, 1 + l,
    case k when 1 then 'Recepción de compra' else 'Compromiso de compra' end, case l when 1 then v.importe else 0 end,
    case l when 2 then v.importe else 0 end, m.id, 1, v.importe, 1 + c % ${SUPPLIERS}, 'B-' || c
  from unnest($1::int8[]) c, generate_series(1, 2) k, generate_series(1, 2) l, moneda m,
    lateral (select case k when 1 then 300 else 348 end as importe) v where m.clave = 'MXN'`

/** Of the receipt, of its movement and of the purchase. */
const AUDIT = `
  insert into registro_auditoria (empresa_id, id, creado_en, modificado_en, fecha_hora, usuario, modelo, registro, operacion,
    accion, direccion_ip, agente, solicitud, antes, despues, huella)
  select 1, 1e9 + c * 10 + k.n, now(), now(), now(), 1, m.id, c::text, k.operacion, a.id, '127.0.0.1', 'bench',
    '00000000-0000-0000-0000-000000000000', k.antes, k.despues::jsonb, encode(sha256((c * 10 + k.n)::text::bytea), 'hex')
  from unnest($1::int8[]) c
  cross join (values
    (1, 'RecepcionCompra', 'accion', null::jsonb, '{"estado":"aplicada","compra":"OC-1","importe":"300.00","movimiento":"MI-000001"}'),
    (2, 'MovimientoInventario', 'alta', null,
      '{"folio":"MI-000001","estado":"aplicado","importe":"300.00","modelo":"RecepcionCompra","registro":"1"}'),
    (3, 'Compra', 'accion', '{"estado":"autorizada"}', '{"estado":"recibida","cantidad_recibida":{"11":"2","12":"2","13":"2"}}')
  ) as k(n, modelo, operacion, antes, despues)
  join modelo_sistema m on m.nombre = k.modelo
  left join accion_sistema a on a.modelo = m.id and a.nombre = 'recibir_compra'`

const BARE = [
  LOCK,
  RECEIPTS,
  RECEIPT_LINES,
  MOVEMENTS,
  MOVEMENT_LINES,
  STOCK,
  ORDER_LINES,
  ORDERS,
  ACCRUALS,
  COMMITMENTS,
  budgets('presupuesto_partida', 'id', ''),
  budgets(
    'presupuesto_partida_mes',
    'presupuesto_partida',
    'and p.mes = extract(month from current_date)',
  ),
  ENTRIES,
  ENTRY_LINES,
  AUDIT,
]

/** Receives purchases over HTTP, each whole. */
export async function serviceReceipts(
  { post }: ErpUnderTest,
  ids: readonly number[],
): Promise<number> {
  const start = performance.now()
  const { meta } = await post('/Compra/actions/recibir_compra', { ids })
  const elapsed = performance.now() - start
  if (meta.succeeded !== ids.length) throw new Error(`only ${meta.succeeded} were received`)
  return elapsed
}
