import type { ErpUnderTest } from './erp-under-test.ts'
import { CSD_PASSWORD, type SimulatorProcess } from './simulator-process.ts'

export const RFC = 'EKU9003173C9'
const LINES = 3
const CUSTOMERS = 200

/**
 * What invoices need: who issues them and by which CSD, customers, and the SAT's keys that they name. The customers have no
 * address, since the worker would send them their mails on the same cores while the rest of the batch is stamped.
 */
export async function setUpStamping(
  { db, post }: ErpUnderTest,
  simulator: SimulatorProcess,
): Promise<void> {
  await db.query(`
    insert into codigo_postal (clave, estado) select '06000', (select min(id) from estado) on conflict (clave) do nothing;
    insert into clave_prod_serv (clave, descripcion) values ('31161500', 'Tornillos') on conflict (clave) do nothing;
    insert into direccion (empresa_id, id, creado_en, modificado_en, tipo_domicilio, calle, codigo_postal, pais)
    select 1, 1, now(), now(), (select min(id) from tipo_domicilio), 'Madero', c.id, p.id
    from codigo_postal c, pais p where c.clave = '06000' and p.clave = 'MEX';
    update empresa set rfc = '${RFC}', razon_social = 'Escuela Kemper Urgate, S.A. de C.V.', domicilio_fiscal = 1 where id = 1;
    insert into cliente (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc, regimen_fiscal, codigo_postal, uso_cfdi,
      estado)
    select 1, n, now(), now(), 'C' || n, 'Universidad Robotica Española, S.A. de C.V.', 'URE180429TM6', r.id, c.id, u.id,
      'activo'
    from generate_series(1, ${CUSTOMERS}) n, regimen_fiscal r, codigo_postal c, uso_cfdi u
    where r.clave = '601' and c.clave = '06000' and u.clave = 'G03'`)
  const { cer, key } = await simulator.csd(RFC)
  await post('/CertificadoSat/actions/registrar_certificado', {
    certificado: cer,
    llave: key,
    contrasena: CSD_PASSWORD,
  })
}

let nextSale = 1

/** Confirmed sales of three lines with 16 % of IVA; the answer is their ids. */
export async function confirmedSales(
  { db }: ErpUnderTest,
  count: number,
): Promise<readonly number[]> {
  const first = nextSale
  nextSale += count
  const range = [first, nextSale - 1]
  await db.query(
    `insert into venta (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, moneda, condicion_pago, estado, subtotal,
       impuestos, total)
     select 1, n, now(), now(), 'V-' || n, current_date, 1 + n % ${CUSTOMERS}, m.id, 2, 'confirmada', 300, 48, 348
     from generate_series($1::int8, $2::int8) n, moneda m where m.clave = 'MXN'`,
    range,
  )
  await db.query(
    `insert into venta_partida (empresa_id, id, creado_en, modificado_en, venta, partida, clave_prod_serv, descripcion, cantidad,
       unidad, precio, importe, impuestos, objeto_impuesto)
     select 1, n * 10 + l, now(), now(), n, l, k.id, 'Tornillo', 2, u.id, 50, 100, 16, o.id
     from generate_series($1::int8, $2::int8) n, generate_series(1, ${LINES}) l, clave_prod_serv k, unidad_medida u, objeto_impuesto o
     where k.clave = '31161500' and u.clave = 'PZA' and o.clave = '02'`,
    range,
  )
  await db.query(
    `insert into venta_impuesto (empresa_id, id, creado_en, modificado_en, venta, partida, impuesto, ambito, tipo, factor, tasa, base,
       importe)
     select 1, n * 10 + l, now(), now(), n, n * 10 + l, i.id, 'federal', 'traslado', f.id, 0.16, 100, 16
     from generate_series($1::int8, $2::int8) n, generate_series(1, ${LINES}) l, impuesto i, tipo_factor f
     where i.clave = '002' and f.clave = 'Tasa'`,
    range,
  )
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Stamps sales over HTTP. */
export async function serviceStamps(
  { post }: ErpUnderTest,
  ids: readonly number[],
): Promise<number> {
  const start = performance.now()
  const { meta, data } = await post('/Venta/actions/timbrar_venta', { ids })
  const elapsed = performance.now() - start
  if (meta.succeeded !== ids.length)
    throw new Error(`only ${meta.succeeded} were stamped: ${JSON.stringify(data).slice(0, 500)}`)
  return elapsed
}

/** The XML of one that was stamped. */
export async function stampedXml({ db, base, authorization }: ErpUnderTest): Promise<string> {
  const { rows } = await db.query('select id from adjunto limit 1')
  const url = `${base}/adjuntos/${rows[0].id}/contenido`
  return await (await fetch(url, { headers: { authorization } })).text()
}

const LOCK = `select id from venta where empresa_id = 1 and id = any($1) order by id for no key update`

const CFDIS = `
  insert into cfdi (empresa_id, id, creado_en, modificado_en, sentido, version_cfdi, tipo, serie, folio, fecha, rfc_emisor, nombre_emisor,
    rfc_receptor, nombre_receptor, uso, metodo_pago, forma_pago, moneda, tipo_cambio, subtotal, descuento, traslados, retenciones,
    total, exportacion, lugar_expedicion, regimen_emisor, regimen_receptor, codigo_postal_receptor, condiciones_pago,
    numero_certificado, estado)
  select 1, 1e9 + v, now(), now(), 'emitido', '4.0', f.tipo, 'B', v::text, now(), f.rfc_emisor, f.nombre_emisor, f.rfc_receptor,
    f.nombre_receptor, f.uso, f.metodo_pago, f.forma_pago, f.moneda, 1, 300, 0, 48, 0, 348, f.exportacion, f.lugar_expedicion,
    f.regimen_emisor, f.regimen_receptor, f.codigo_postal_receptor, f.condiciones_pago, f.numero_certificado, 'por_timbrar'
  from unnest($1::int8[]) v, (select * from cfdi where estado = 'vigente' limit 1) f`

const CONCEPTS = `
  insert into cfdi_concepto (empresa_id, id, creado_en, modificado_en, cfdi, partida, clave_prod_serv, cantidad, clave_unidad, unidad,
    descripcion, valor_unitario, importe, objeto_impuesto)
  select 1, 1e9 + v * 10 + l, now(), now(), 1e9 + v, l, f.clave_prod_serv, 2, f.clave_unidad, 'Pieza', 'Tornillo', 50, 100,
    f.objeto_impuesto
  from unnest($1::int8[]) v, generate_series(1, ${LINES}) l, (select * from cfdi_concepto limit 1) f`

const TAXES = `
  insert into cfdi_impuesto (empresa_id, id, creado_en, modificado_en, cfdi, concepto, impuesto, tipo, factor, tasa, base, importe)
  select 1, 1e9 + v * 10 + l, now(), now(), 1e9 + v, 1e9 + v * 10 + l, f.impuesto, 'traslado', f.factor, 0.16, 100, 16
  from unnest($1::int8[]) v, generate_series(1, ${LINES}) l, (select * from cfdi_impuesto limit 1) f`

/** The intent with the sealed XML, which is there before the PAC is asked. */
const INTENTS = `
  insert into oficina.timbrado (empresa_id, cfdi, modelo, registro, usuario, custom_id, fecha, xml, proximo_intento)
  select 1, 1e9 + v, 'Venta', v, 1, gen_random_uuid()::text, current_date, $2 || v, now() + interval '2 minutes'
  from unnest($1::int8[]) v`

const LINKS = `
  update venta set cfdi = 1e9 + id, version = version + 1, modificado_en = now() where empresa_id = 1 and id = any($1)`

/** What the PAC answered, before anything follows from it. */
const KEPT = `
  update oficina.timbrado set timbrado = $2 || registro where empresa_id = 1 and modelo = 'Venta' and registro = any($1)`

/** Of the Cfdi (k = 1) and of the sale (k = 2). */
const FILES = `
  insert into adjunto (empresa_id, id, creado_en, modificado_en, nombre, tipo, tamano_bytes, huella, ruta, modelo, registro,
    descripcion, subido_por, es_confidencial)
  select 1, 1e9 + v * 10 + k, now(), now(), gen_random_uuid() || '.xml', (select min(id) from tipo_archivo), 4855,
    encode(sha256(v::text::bytea), 'hex'), '1/00/' || encode(sha256(v::text::bytea), 'hex'), m.id,
    case k when 1 then 1e9 + v else v end, 'CFDI timbrado', 1, false
  from unnest($1::int8[]) v, generate_series(1, 2) k join modelo_sistema m on m.nombre = case k when 1 then 'Cfdi' else 'Venta' end`

const STAMPS = `
  update cfdi c set uuid = upper(gen_random_uuid()::text), fecha_timbrado = now(), numero_certificado_sat = '99999030492907659877',
    rfc_certificador = 'SVF990230AA0', estatus_sat = 1, xml = 1e9 + v * 10 + 1, estado = 'vigente',
    version = version + 1, modificado_en = now()
  from unnest($1::int8[]) v where c.empresa_id = 1 and c.id = 1e9 + v`

const ENDED = `
  update oficina.timbrado set estado = 'terminado', xml = null, timbrado = null, intentos = 1, fin_sello = 'abcdefgh'
  where empresa_id = 1 and modelo = 'Venta' and registro = any($1)`

const NOTES = `
  insert into bitacora_timbrado (empresa_id, id, creado_en, modificado_en, fecha, cfdi, operacion, mensaje, milisegundos, exitoso)
  select 1, 1e9 + v, now(), now(), now(), 1e9 + v, 'timbrado', gen_random_uuid()::text, 20, true from unnest($1::int8[]) v`

const ENTRIES = `
  insert into poliza (empresa_id, id, creado_en, modificado_en, folio, fecha, tipo, periodo, concepto, origen, modelo, registro,
    total_cargo, total_abono, capturada_por, autorizada_por, estado)
  select 1, 2e9 + v, now(), now(), 'V-' || v, current_date, 1, 1, 'Factura de venta V-' || v, 'ventas', m.id, v, 348, 348, 1, 1,
    'aplicada' from unnest($1::int8[]) v, modelo_sistema m where m.nombre = 'Venta'`

const ENTRY_LINES = `
  insert into poliza_partida (empresa_id, id, creado_en, modificado_en, poliza, partida, cuenta_contable, concepto, cargo, abono,
    moneda, tipo_cambio, importe_moneda, cliente, referencia)
  select 1, 2e9 + v * 10 + l, now(), now(), 2e9 + v, l, 1 + l, 'Factura de venta', (array[348, 0, 0])[l], (array[0, 300, 48])[l], m.id, 1,
    (array[348, 300, 48])[l], 1 + v % ${CUSTOMERS}, 'V-' || v
  from unnest($1::int8[]) v, generate_series(1, 3) l, moneda m where m.clave = 'MXN'`

const INVOICED = `
  update venta v set estado = 'facturada', uuid = c.uuid, fecha_timbrado = now(), metodo_pago = c.metodo_pago, uso_cfdi = c.uso,
    version = v.version + 1, modificado_en = now()
  from cfdi c where v.empresa_id = 1 and v.id = any($1) and c.empresa_id = 1 and c.id = v.cfdi`

const RECEIVABLES = `
  insert into cuenta_por_cobrar (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, tipo, venta, cfdi, uuid, moneda,
    tipo_cambio, condicion_pago, vencimiento, subtotal, impuestos, retenciones, total, saldo, estado)
  select 1, 1e9 + v.id, now(), now(), 'B-' || v.id, current_date, v.cliente, 'factura', v.id, v.cfdi, v.uuid, v.moneda, 1, 2,
    current_date + 30, 300, 48, 0, 348, 348, 'vigente'
  from venta v where v.empresa_id = 1 and v.id = any($1)`

const AUDIT = `
  insert into registro_auditoria (empresa_id, id, creado_en, modificado_en, fecha_hora, usuario, modelo, registro, operacion,
    accion, direccion_ip, agente, solicitud, antes, despues, huella)
  select 1, 2e9 + v, now(), now(), now(), 1, m.id, v::text, 'accion', a.id, '127.0.0.1', 'bench',
    '00000000-0000-0000-0000-000000000000', '{"estado":"confirmada"}',
    '{"estado":"facturada","cfdi":"1","uuid":"F626915A-0FA1-4FCB-A4A2-743B84F05F2A"}', encode(sha256(v::text::bytea), 'hex')
  from unnest($1::int8[]) v, modelo_sistema m join accion_sistema a on a.modelo = m.id and a.nombre = 'timbrar_venta'
  where m.nombre = 'Venta'`

const BEFORE_THE_PAC = [LOCK, CFDIS, CONCEPTS, TAXES, INTENTS, LINKS]
const KEEPING = [KEPT]
const AFTER_THE_PAC = [
  LOCK,
  FILES,
  STAMPS,
  ENDED,
  NOTES,
  ENTRIES,
  ENTRY_LINES,
  INVOICED,
  RECEIVABLES,
  AUDIT,
]

/**
 * The rows that stamping sales leaves, written by one hand-written statement per table, in the three transactions that keep
 * them whatever dies: the intent, the PAC's answer, what follows. From constants where the service decides: no rule of the
 * SAT, no seal, no period, no file.
 */
export async function bareStamps(
  { db }: ErpUnderTest,
  { ids, xml }: { readonly ids: readonly number[]; readonly xml: string },
): Promise<number> {
  const start = performance.now()
  for (const statements of [BEFORE_THE_PAC, KEEPING, AFTER_THE_PAC]) {
    await db.query('begin')
    for (const text of statements) {
      await db.query(text, text.includes('$2') ? [ids, xml] : [ids])
    }
    await db.query('commit')
  }
  return performance.now() - start
}
