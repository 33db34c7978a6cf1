import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ComprobanteDraft, ConceptoDraft } from '../../../src/fiscal/cfdi/compose/compose.ts'
import type { Csd } from '../../../src/fiscal/cfdi/seal/csd.ts'
import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { startSimulated, type Simulated } from '../../pac/simulated.ts'
import { companyOf, type Company } from '../../rights/rights-fixture.ts'
import { API, purchasing, type Purchasing } from '../purchase-fixture.ts'

const COMPANY_RFC = 'CLI020202XY3'
export const SUPPLIER_RFC = 'ANO010101AB1'

/** A line of an order. */
interface OrderLine {
  readonly cantidad: string
  readonly precio: string
  readonly descripcion?: string
  readonly articulo?: number
  readonly descuento?: string
}

/** A line of a supplier's invoice, with IVA of 16 % unless it says otherwise; null: it is not subject to IVA. */
export interface Billed {
  readonly cantidad: string
  readonly precio: string
  readonly descripcion?: string
  readonly codigo?: string
  readonly descuento?: string
  readonly impuestos?: ConceptoDraft['Impuestos'] | null
}

/** A company that buys, its supplier, and a PAC that stamps what the supplier issues. */
export interface Supplied {
  readonly erp: ErpTest
  readonly company: Company
  readonly buying: Purchasing
  readonly simulated: Simulated
  readonly almacen: number
  readonly csd: Csd
  create(model: string, body: object): Promise<number>
  get(path: string): Promise<TestAnswer['json']>
  /** An authorized purchase of the supplier. */
  order(lines: readonly OrderLine[], more?: object): Promise<number>
  /** Receives quantities of the lines of a purchase, in their order. */
  receive(compra: number, quantities: readonly string[]): Promise<number>
  /** The supplier's XML, stamped. */
  bill(lines: readonly Billed[], more?: Partial<ComprobanteDraft>, csd?: Csd): Promise<string>
  register(inputs: object, by?: HttpClient): Promise<TestAnswer>
  /** An XML that is attached to a record. */
  attach(to: string, xml: string): Promise<number>
  /** The entries of a record as lines by account: positive debits, negative credits. */
  books(model: string, id: number): Promise<Readonly<Record<string, string>>>
  stop(): Promise<void>
}

const IVA_16 = {
  Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
} as const

/** Starts both; nothing is left when the second one fails. */
export async function supplied(): Promise<Supplied> {
  const simulated = await startSimulated()
  const started: { erp?: ErpTest } = {}
  try {
    return await suppliedBy(simulated, started)
  } catch (error) {
    await started.erp?.stop()
    await simulated.stop()
    throw error
  }
}

async function suppliedBy(simulated: Simulated, started: { erp?: ErpTest }): Promise<Supplied> {
  const erp = await startOwnErp({
    pac: {
      pacUrl: simulated.url,
      pacUser: 'usuario',
      pacPassword: 'una clave',
      satStatusUrl: `${simulated.url}/ConsultaCFDIService.svc`,
      satCertificatesUrl: `${simulated.url}/rccf`,
    },
  })
  started.erp = erp
  const company = companyOf(erp)
  const buying = await purchasing(erp, erp.admin)
  const create: Supplied['create'] = (model, body) => company.create(model, body)
  await buying.update('Empresa', 1, { rfc: COMPANY_RFC })
  const sucursal = await create('Sucursal', { clave: 'CEDIS', nombre: 'Distribución' })
  const almacen = await create('Almacen', {
    clave: 'ALM',
    nombre: 'Almacén',
    sucursal,
    tipo: 'general',
  })
  const csd = await simulated.csdOf(SUPPLIER_RFC)
  const counter = { next: 0 }
  const next = () => {
    counter.next += 1
    return counter.next
  }
  const bill: Supplied['bill'] = async (lines, more = {}, by = csd) => {
    const draft: Partial<ComprobanteDraft> = {
      Serie: 'F',
      Folio: String(next()),
      Emisor: { Rfc: by.certificate.rfc, Nombre: 'ACEROS DEL NORTE', RegimenFiscal: '601' },
      MetodoPago: 'PPD',
      FormaPago: '99',
      Conceptos: lines.map(conceptOf),
      ...more,
    }
    const stamped = await simulated.pac.stamp({
      xml: simulated.sealed(draft, by),
      customId: `F-${next()}`,
    })
    assert.ok(stamped.ok, JSON.stringify(stamped))
    return stamped.value.xml
  }
  return {
    erp,
    company,
    buying,
    simulated,
    almacen,
    csd,
    create,
    bill,
    get: async (path) => (await erp.admin.get(`${API}/${path}`)).json,
    order: async (lines, more = {}) => await order({ buying, create }, lines, more),
    receive: async (compra, quantities) =>
      await receive({ buying, almacen }, { compra, quantities }),
    register: async (inputs, by = erp.admin) =>
      await by.post(`${API}/CuentaPorPagar/actions/registrar_factura`, inputs),
    attach: async (to, xml) => {
      const form = new FormData()
      form.set('archivo', new File([xml], 'factura.xml', { type: 'text/xml' }))
      const answer = await erp.admin.post(`${API}/${to}/adjuntos`, form)
      assert.equal(answer.status, 201, answer.text)
      return answer.json.data.id
    },
    books: (model, id) => booksOf(erp, model, id),
    stop: async () => {
      await erp.stop()
      await simulated.stop()
    },
  }
}

function conceptOf(line: Billed): ConceptoDraft {
  return {
    ClaveProdServ: '31161500',
    ClaveUnidad: 'H87',
    Cantidad: line.cantidad,
    Descripcion: line.descripcion ?? 'Varilla',
    ValorUnitario: line.precio,
    ObjetoImp: line.impuestos === null ? '01' : '02',
    ...(line.codigo === undefined ? {} : { NoIdentificacion: line.codigo }),
    ...(line.descuento === undefined ? {} : { Descuento: line.descuento }),
    ...(line.impuestos === null ? {} : { Impuestos: line.impuestos ?? IVA_16 }),
  }
}

async function order(
  { buying, create }: Pick<Supplied, 'buying' | 'create'>,
  lines: readonly OrderLine[],
  more: object,
): Promise<number> {
  const { unidad, moneda, proveedor, condicion } = buying
  const compra = await create('Compra', {
    proveedor,
    moneda,
    condicion_pago: condicion,
    partidas: lines.map((line) => ({ descripcion: 'Varilla', unidad, ...line })),
    ...more,
  })
  const authorized = await buying.actOn('autorizar_compra', compra)
  assert.equal(authorized.status, 200, authorized.text)
  return compra
}

async function receive(
  { buying, almacen }: Pick<Supplied, 'buying' | 'almacen'>,
  { compra, quantities }: { readonly compra: number; readonly quantities: readonly string[] },
): Promise<number> {
  const partidas = quantities.flatMap((cantidad, index) =>
    Number(cantidad) === 0 ? [] : [{ partida: index + 1, cantidad }],
  )
  const received = await buying.actOn('recibir_compra', compra, { almacen, partidas })
  assert.equal(received.status, 200, received.text)
  const { json } = await buying.client.get(
    `${API}/RecepcionCompra?compra=${compra}&sort=-id&per_page=1`,
  )
  return json.data[0].id
}

async function booksOf(
  erp: ErpTest,
  model: string,
  id: number,
): Promise<Readonly<Record<string, string>>> {
  const rows = await erp.owner.query<{ clave: string; saldo: string }>(sql`
    select c.clave, sum(l.cargo - l.abono)::text as saldo
    from public.poliza p
    join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${model}
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = p.empresa_id and c.id = l.cuenta_contable
    where p.empresa_id = ${erp.empresaId} and p.registro = ${String(id)}
    group by c.clave having sum(l.cargo - l.abono) <> 0 order by c.clave`)
  return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
}
