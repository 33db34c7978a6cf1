import { randomUUID } from 'node:crypto'

import { composeComprobante } from '../../fiscal/cfdi/compose/compose.ts'
import { fiscalName } from '../../fiscal/cfdi/fiscal-name.ts'
import { localTime } from '../../fiscal/cfdi/local-time.ts'
import { openCsd, type Csd } from '../../fiscal/cfdi/seal/csd.ts'
import { sealComprobante } from '../../fiscal/cfdi/seal/seal.ts'
import { cfdiXml } from '../../fiscal/cfdi/xml/write.ts'
import type { Simulator } from '../../pac/simulator/simulator.ts'
import { DEMO_POSTAL_CODE, DEMO_PRODUCT_KEY } from '../../store/demo/demo-days.ts'
import type { CycleLine } from './demo-cycle.ts'
import { demoSupplier } from './demo-party-rows.ts'
import type { DemoPlace } from './demo-place.ts'

const PESO_DECIMALS = 2
// The companies' days begin at different dates, and a certificate serves both.
const BEFORE_MS = 365 * 24 * 60 * 60_000

/** What a supplier delivered, and to whom. */
export interface Delivered {
  readonly proveedor: string
  readonly folio: string
  readonly lines: readonly Pick<CycleLine, 'clave' | 'descripcion' | 'cantidad' | 'precio'>[]
  readonly place: DemoPlace
  readonly nowMs: number
}

/** Suppliers of the demonstration as they invoice: each with a certificate of the simulator's, made at its first use. */
export class DemoInvoices {
  readonly #simulator: () => Promise<Simulator>
  readonly #certificates = new Map<string, Promise<Csd>>()

  constructor(simulator: () => Promise<Simulator>) {
    this.#simulator = simulator
  }

  /** The supplier's XML, stamped. */
  async bill({ proveedor, folio, lines, place, nowMs }: Delivered): Promise<string> {
    const { razonSocial, rfc, isCompany } = supplierOf(proveedor)
    const csd = await this.#csdOf(proveedor, nowMs)
    const draft = {
      Serie: 'F',
      Folio: folio,
      Fecha: localTime(nowMs, 'America/Mexico_City'),
      TipoDeComprobante: 'I',
      Moneda: 'MXN',
      MetodoPago: 'PPD',
      FormaPago: '99',
      Exportacion: '01',
      LugarExpedicion: DEMO_POSTAL_CODE,
      Emisor: {
        Rfc: rfc,
        Nombre: fiscalName(razonSocial, isCompany ? 'moral' : 'fisica'),
        RegimenFiscal: isCompany ? '601' : '612',
      },
      Receptor: {
        Rfc: place.rfc,
        Nombre: fiscalName(place.razonSocial, 'moral'),
        DomicilioFiscalReceptor: DEMO_POSTAL_CODE,
        RegimenFiscalReceptor: '601',
        UsoCFDI: 'G01',
      },
      Conceptos: lines.map(({ clave, descripcion, cantidad, precio }) => ({
        ClaveProdServ: DEMO_PRODUCT_KEY,
        ClaveUnidad: 'H87',
        NoIdentificacion: clave,
        Cantidad: String(cantidad),
        Descripcion: descripcion,
        ValorUnitario: precio,
        ObjetoImp: '02',
        Impuestos: {
          Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
        },
      })),
    } as const
    const xml = cfdiXml(sealComprobante(composeComprobante(draft, PESO_DECIMALS), csd))
    const stamped = await (await this.#simulator()).stamp({ xml, customId: randomUUID(), nowMs })
    if (!stamped.ok)
      throw new Error(`demonstration: ${proveedor}: ${JSON.stringify(stamped.error)}`)
    return stamped.value.xml
  }

  async #csdOf(proveedor: string, nowMs: number): Promise<Csd> {
    const known = this.#certificates.get(proveedor)
    if (known !== undefined) return await known
    const made = this.#issue(proveedor, nowMs)
    this.#certificates.set(proveedor, made)
    return await made
  }

  async #issue(proveedor: string, nowMs: number): Promise<Csd> {
    const { razonSocial, rfc } = supplierOf(proveedor)
    const password = randomUUID()
    const simulator = await this.#simulator()
    const nombre = fiscalName(razonSocial, 'moral')
    const fromMs = nowMs - BEFORE_MS
    const files = await simulator.issue({ rfc, nombre, kind: 'csd', password, fromMs })
    const opened = openCsd(files, { rfc, nowMs })
    if (!opened.ok) throw new Error(`demonstration: ${rfc}: ${JSON.stringify(opened.error)}`)
    return opened.value
  }
}

/** By the key, which ends in the supplier's number. */
function supplierOf(clave: string) {
  return demoSupplier(Number(clave.replace(/\D/g, '')))
}
