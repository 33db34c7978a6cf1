import assert from 'node:assert/strict'

import { HEAD } from '../cfdi/any-cfdi.ts'
import type { Simulated } from '../pac/simulated.ts'
import { COMPANY, SUPPLIER } from './first-hour-files.ts'
import type { ChosenFile } from './working-person.ts'

/** The invoice that the supplier of the first purchase sends. */
export async function supplierInvoice(simulated: Simulated): Promise<ChosenFile> {
  const csd = await simulated.csdOf(SUPPLIER.rfc)
  const stamped = await simulated.pac.stamp({
    xml: simulated.sealed(
      {
        Serie: 'X',
        Folio: '1',
        Emisor: { Rfc: SUPPLIER.rfc, Nombre: SUPPLIER.nombre, RegimenFiscal: '601' },
        Receptor: {
          ...HEAD.Receptor,
          Rfc: COMPANY.rfc,
          Nombre: COMPANY.nombre,
          DomicilioFiscalReceptor: '06000',
          RegimenFiscalReceptor: '601',
        },
        MetodoPago: 'PPD',
        FormaPago: '99',
        Conceptos: [
          {
            ClaveProdServ: '31161500',
            ClaveUnidad: 'H87',
            Cantidad: '10',
            Descripcion: 'Tornillo del 2',
            ValorUnitario: '30',
            ObjetoImp: '02',
            Impuestos: {
              Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
            },
          },
        ],
      },
      csd,
    ),
    customId: 'X-1',
  })
  assert.ok(stamped.ok, JSON.stringify(stamped))
  return { name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(stamped.value.xml) }
}
