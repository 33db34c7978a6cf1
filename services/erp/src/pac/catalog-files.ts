import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'csv-parse/sync'

import { cfdiCatalogs, type CatalogRow, type CfdiCatalogs } from '../fiscal/cfdi/catalogs.ts'

/** The catalogs as the service ships them, for whoever has no database: the simulator. */
export async function readCfdiCatalogs(folder: string): Promise<CfdiCatalogs> {
  const table = async (name: string): Promise<readonly CatalogRow[]> =>
    parse<Record<string, string>>(await readFile(join(folder, `${name}.csv`), 'utf8'), {
      bom: true,
      columns: true,
    })
  const [Moneda, FormaPagoSat, RegimenFiscal, UsoCfdi, UsoCfdiRegimen, Pais, TasaCuota] =
    await Promise.all([
      table('Moneda'),
      table('FormaPagoSat'),
      table('RegimenFiscal'),
      table('UsoCfdi'),
      table('UsoCfdiRegimen'),
      table('Pais'),
      table('TasaCuota'),
    ])
  return cfdiCatalogs({
    Moneda,
    FormaPagoSat,
    RegimenFiscal,
    UsoCfdi,
    UsoCfdiRegimen,
    Pais,
    TasaCuota,
  })
}
