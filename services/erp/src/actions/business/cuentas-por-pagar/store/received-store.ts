import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A Cfdi that is there already. */
export interface KnownCfdi {
  readonly id: string
  readonly uuid: string
  readonly sentido: string
  readonly xml: string | null
}

/** Those of the UUIDs that the company has already. */
export async function findKnownCfdis(
  tx: Tx,
  empresa: EmpresaId,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, KnownCfdi>> {
  const rows = await tx.query<KnownCfdi>(
    sql`select id::text as id, uuid, sentido, xml::text as xml from cfdi
          where empresa_id = ${empresa}::int8 and uuid = any(${uuids}::text[])`,
  )
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** A received CFDI as it is kept; keys of the SAT's catalogs as the document has them. */
export interface NewCfdi {
  readonly id: number
  readonly uuid: string
  readonly tipo: string
  readonly version_cfdi: string
  readonly serie: string | null
  readonly folio: string | null
  readonly fecha: string
  readonly fecha_timbrado: string
  readonly rfc_emisor: string
  readonly nombre_emisor: string
  readonly rfc_receptor: string
  readonly nombre_receptor: string
  readonly uso: string
  readonly metodo_pago: string | null
  readonly forma_pago: string | null
  readonly moneda: string
  readonly tipo_cambio: string
  readonly subtotal: string
  readonly descuento: string
  readonly traslados: string
  readonly retenciones: string
  readonly total: string
  readonly exportacion: string | null
  readonly lugar_expedicion: string
  readonly regimen_emisor: string
  readonly regimen_receptor: string | null
  readonly codigo_postal_receptor: string | null
  readonly condiciones_pago: string | null
  readonly numero_certificado: string
  readonly numero_certificado_sat: string
  readonly rfc_certificador: string
  readonly xml: string
}

export interface NewConcept {
  readonly id: number
  readonly cfdi: number
  readonly partida: number
  readonly clave_prod_serv: string
  readonly numero_identificacion: string | null
  readonly cantidad: string
  readonly clave_unidad: string
  readonly unidad: string | null
  readonly descripcion: string
  readonly valor_unitario: string
  readonly importe: string
  readonly descuento: string | null
  readonly objeto_impuesto: string | null
}

export interface NewCfdiTax {
  readonly id: number
  readonly cfdi: number
  readonly concepto: number | null
  readonly impuesto: string
  readonly tipo: 'traslado' | 'retencion'
  readonly factor: string
  readonly tasa: string | null
  readonly base: string
  readonly importe: string
}

export interface NewRelation {
  readonly id: number
  readonly cfdi: number
  readonly tipo: string
  readonly uuid: string
}

/** What the SAT said of a CFDI. */
export interface NewValidation {
  readonly id: number
  readonly cfdi: number
  readonly codigo_estatus: string
  readonly estatus: string
  readonly es_cancelable: string
  readonly estatus_cancelacion: string
  readonly validacion_efos: string
  readonly sello_valido: boolean
  readonly mensaje: string | null
}

export interface ReceivedRows {
  readonly cfdis: readonly NewCfdi[]
  readonly concepts: readonly NewConcept[]
  readonly taxes: readonly NewCfdiTax[]
  readonly relations: readonly NewRelation[]
  readonly validations: readonly NewValidation[]
}

/** Writes received CFDI with everything that belongs to them, heads first. */
export async function insertReceived(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now }: { readonly rows: ReceivedRows; readonly now: string },
): Promise<void> {
  const written = { now }
  await insertCfdis(tx, empresa, { ...written, cfdis: rows.cfdis })
  await insertConcepts(tx, empresa, { ...written, concepts: rows.concepts })
  await Promise.all([
    insertTaxes(tx, empresa, { ...written, taxes: rows.taxes }),
    insertRelations(tx, empresa, { ...written, relations: rows.relations }),
    insertValidations(tx, empresa, { ...written, validations: rows.validations }),
  ])
}

async function insertCfdis(
  tx: Tx,
  empresa: EmpresaId,
  { cfdis, now }: { readonly cfdis: readonly NewCfdi[]; readonly now: string },
): Promise<void> {
  if (cfdis.length === 0) return
  await tx.execute(
    sql`insert into cfdi (empresa_id, id, creado_en, modificado_en, uuid, sentido, tipo, version_cfdi, serie, folio,
            fecha, fecha_timbrado, rfc_emisor, nombre_emisor, rfc_receptor, nombre_receptor, uso, metodo_pago, forma_pago,
            moneda, tipo_cambio, subtotal, descuento, traslados, retenciones, total, exportacion, lugar_expedicion,
            regimen_emisor, regimen_receptor, codigo_postal_receptor, condiciones_pago, numero_certificado,
            numero_certificado_sat, rfc_certificador, estatus_sat, xml, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.uuid, 'recibido',
            (select id from tipo_comprobante where clave = n.tipo), n.version_cfdi, n.serie, n.folio, n.fecha,
            n.fecha_timbrado, n.rfc_emisor, n.nombre_emisor, n.rfc_receptor, n.nombre_receptor,
            (select id from uso_cfdi where clave = n.uso), (select id from metodo_pago where clave = n.metodo_pago),
            (select id from forma_pago_sat where clave = n.forma_pago), (select id from moneda where clave = n.moneda),
            n.tipo_cambio, n.subtotal, n.descuento, n.traslados, n.retenciones, n.total,
            (select id from exportacion where clave = n.exportacion),
            (select id from codigo_postal where clave = n.lugar_expedicion),
            (select id from regimen_fiscal where clave = n.regimen_emisor),
            (select id from regimen_fiscal where clave = n.regimen_receptor),
            (select id from codigo_postal where clave = n.codigo_postal_receptor), n.condiciones_pago,
            n.numero_certificado, n.numero_certificado_sat, n.rfc_certificador,
            (select id from estatus_cfdi_sat where clave = 'vigente'), n.xml, 'vigente'
          from jsonb_to_recordset(${JSON.stringify(cfdis)}::jsonb) as n(id int8, uuid text, tipo text,
            version_cfdi text, serie text, folio text, fecha timestamptz, fecha_timbrado timestamptz, rfc_emisor text,
            nombre_emisor text, rfc_receptor text, nombre_receptor text, uso text, metodo_pago text, forma_pago text,
            moneda text, tipo_cambio numeric, subtotal numeric, descuento numeric, traslados numeric,
            retenciones numeric, total numeric, exportacion text, lugar_expedicion text, regimen_emisor text,
            regimen_receptor text, codigo_postal_receptor text, condiciones_pago text, numero_certificado text,
            numero_certificado_sat text, rfc_certificador text, xml int8)`,
  )
}

async function insertConcepts(
  tx: Tx,
  empresa: EmpresaId,
  { concepts, now }: { readonly concepts: readonly NewConcept[]; readonly now: string },
): Promise<void> {
  if (concepts.length === 0) return
  await tx.execute(
    sql`insert into cfdi_concepto (empresa_id, id, creado_en, modificado_en, cfdi, partida, clave_prod_serv,
            numero_identificacion, cantidad, clave_unidad, unidad, descripcion, valor_unitario, importe, descuento,
            objeto_impuesto)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cfdi, n.partida,
            (select id from clave_prod_serv where clave = n.clave_prod_serv), n.numero_identificacion, n.cantidad,
            (select id from clave_unidad where clave = n.clave_unidad), n.unidad, n.descripcion, n.valor_unitario,
            n.importe, n.descuento, (select id from objeto_impuesto where clave = n.objeto_impuesto)
          from jsonb_to_recordset(${JSON.stringify(concepts)}::jsonb) as n(id int8, cfdi int8, partida int8,
            clave_prod_serv text, numero_identificacion text, cantidad numeric, clave_unidad text, unidad text,
            descripcion text, valor_unitario numeric, importe numeric, descuento numeric, objeto_impuesto text)`,
  )
}

async function insertTaxes(
  tx: Tx,
  empresa: EmpresaId,
  { taxes, now }: { readonly taxes: readonly NewCfdiTax[]; readonly now: string },
): Promise<void> {
  if (taxes.length === 0) return
  await tx.execute(
    sql`insert into cfdi_impuesto (empresa_id, id, creado_en, modificado_en, cfdi, concepto, impuesto, tipo, factor,
            tasa, base, importe)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cfdi, n.concepto,
            (select id from impuesto where clave = n.impuesto), n.tipo,
            (select id from tipo_factor where clave = n.factor), n.tasa, n.base, n.importe
          from jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb) as n(id int8, cfdi int8, concepto int8,
            impuesto text, tipo text, factor text, tasa numeric, base numeric, importe numeric)`,
  )
}

async function insertRelations(
  tx: Tx,
  empresa: EmpresaId,
  { relations, now }: { readonly relations: readonly NewRelation[]; readonly now: string },
): Promise<void> {
  if (relations.length === 0) return
  await tx.execute(
    sql`insert into cfdi_relacionado (empresa_id, id, creado_en, modificado_en, cfdi, tipo_relacion, relacionado,
            uuid_relacionado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cfdi,
            (select id from tipo_relacion_cfdi where clave = n.tipo),
            (select c.id from cfdi c where c.empresa_id = ${empresa}::int8 and c.uuid = n.uuid), n.uuid
          from jsonb_to_recordset(${JSON.stringify(relations)}::jsonb) as n(id int8, cfdi int8, tipo text, uuid text)`,
  )
}

/** What the SAT said, also of a Cfdi that was there before. */
export async function insertValidations(
  tx: Tx,
  empresa: EmpresaId,
  { validations, now }: { readonly validations: readonly NewValidation[]; readonly now: string },
): Promise<void> {
  if (validations.length === 0) return
  await tx.execute(
    sql`insert into cfdi_validacion (empresa_id, id, creado_en, modificado_en, cfdi, fecha, codigo_estatus, estatus,
            es_cancelable, estatus_cancelacion, validacion_efos, sello_valido, mensaje)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cfdi, ${now}::timestamptz,
            left(n.codigo_estatus, 60), (select id from estatus_cfdi_sat where clave = n.estatus),
            left(n.es_cancelable, 40), left(n.estatus_cancelacion, 60), left(n.validacion_efos, 10), n.sello_valido,
            left(n.mensaje, 250)
          from jsonb_to_recordset(${JSON.stringify(validations)}::jsonb) as n(id int8, cfdi int8, codigo_estatus text,
            estatus text, es_cancelable text, estatus_cancelacion text, validacion_efos text, sello_valido boolean,
            mensaje text)`,
  )
}
