import type pg from 'pg'

const GIROS = `array['Abarrotes', 'Aceros', 'Agencia Aduanal', 'Autopartes', 'Carnicería', 'Cementos', 'Comercializadora', 'Constructora',
  'Consultoría', 'Distribuidora', 'Dulcería', 'Electrónica', 'Embotelladora', 'Empacadora', 'Farmacia', 'Ferretería', 'Fletes',
  'Gasolinera', 'Grupo', 'Herrería', 'Hotel', 'Imprenta', 'Inmobiliaria', 'Jardinería', 'Laboratorio', 'Lavandería', 'Llantera',
  'Maderería', 'Maquinados', 'Mueblería', 'Óptica', 'Panadería', 'Papelería', 'Plásticos', 'Refaccionaria', 'Restaurante',
  'Servicios', 'Textiles', 'Transportes', 'Vidriería']`
const SURNAMES = `array['Aguilar', 'Álvarez', 'Barrera', 'Bautista', 'Cabrera', 'Camacho', 'Cárdenas', 'Castañeda', 'Cervantes', 'Chávez',
  'Contreras', 'Cordero', 'Delgado', 'Domínguez', 'Escobedo', 'Espinoza', 'Estrada', 'Figueroa', 'Gallardo', 'García', 'González',
  'Guerrero', 'Gutiérrez', 'Hernández', 'Herrera', 'Ibarra', 'Jiménez', 'Juárez', 'Lozano', 'Maldonado', 'Márquez', 'Martínez',
  'Medina', 'Mendoza', 'Montoya', 'Navarro', 'Núñez', 'Ochoa', 'Olvera', 'Ortega', 'Pacheco', 'Palacios', 'Peralta', 'Quintero',
  'Ramírez', 'Rivera', 'Rodríguez', 'Salazar', 'Sandoval', 'Sepúlveda', 'Toledo', 'Treviño', 'Urbina', 'Valdez', 'Vázquez',
  'Velasco', 'Villarreal', 'Zamora', 'Zaragoza', 'Zúñiga']`
const PLACES = `array['del Bajío', 'del Centro', 'de Occidente', 'del Norte', 'de Puebla', 'de Sonora', 'Regiomontana', 'Tapatía',
  'del Golfo', 'del Pacífico', 'de Toluca', 'Veracruzana']`

/** Customers with names as companies have, and sales to them, of company 1: `rows` of each, all of which follows from a number. */
export async function insertSearchRows(db: pg.Client, rows: number): Promise<void> {
  await db.query(
    `insert into cliente (empresa_id, id, creado_en, modificado_en, clave, razon_social, nombre_comercial, rfc, regimen_fiscal, estado)
     select 1, i, now(), now(), 'CL-' || lpad(i::text, 6, '0'),
       ${picked(GIROS, 'i * 7')} || ' ' || ${picked(SURNAMES, 'i / 40')} || ' ' || ${picked(SURNAMES, 'i * 31 + i / 2400')}
         || ', S.A. de C.V.',
       ${picked(GIROS, 'i * 7')} || ' ' || ${picked(PLACES, 'i / 97')} || ' ' || i,
       chr(65 + (i * 3 % 26)::int) || chr(65 + (i * 5 % 26)::int) || chr(65 + (i / 26 % 26)::int)
         || to_char(date '1970-01-01' + (i * 13 % 15000)::int, 'YYMMDD') || upper(lpad(to_hex(i * 7 % 4096), 3, '0')),
       (select id from regimen_fiscal where clave = '601'), 'activo'
     from generate_series(1, $1::int8) i`,
    [rows],
  )
  await db.query(
    `insert into condicion_pago (id, clave, nombre, dias)
     overriding system value select 9000, 'BNC', 'Banco de pruebas', 0 where not exists (select from condicion_pago)`,
  )
  await db.query(
    `insert into venta (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, moneda, condicion_pago, estado,
       subtotal, total, uuid)
     select 1, i, now(), now(), 'V-' || lpad(i::text, 6, '0'), date '2025-01-01' + (i * 7 % 700)::int, 1 + i * 17 % $1,
       (select id from moneda where clave = 'MXN'), (select id from condicion_pago order by id limit 1), 'facturada',
       (i * 7919 % 10000000) / 100.0, (i * 7919 % 10000000) / 100.0, upper(overlay(overlay(md5(i::text)::uuid::text placing '4' from 15) placing '8' from 20))
     from generate_series(1, $1::int8) i`,
    [rows],
  )
  await db.query('vacuum analyze cliente')
  await db.query('vacuum analyze venta')
}

function picked(list: string, number: string): string {
  return `(${list})[1 + (${number}) % array_length(${list}, 1)]`
}
