import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { Registry } from '../../src/dictionary/types.ts'
import { CATALOG_DIR, loadCatalogs } from '../../src/store/catalogs/catalog-store.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// A service of its own: it loads the catalogs of all companies.

const log = createLog({ service: 'erp-test', level: 'silent', format: 'json' })

describe('the catalogs that come with the service', () => {
  let erp: ErpTest
  let registry: Registry
  let folder: string

  before(async () => {
    erp = await startOwnErp()
    folder = await mkdtemp(join(tmpdir(), 'erp-catalogs-'))
    registry = shippedRegistry()
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
    await erp.stop()
  })

  const rowsIn = async (name: string) => {
    const text = await readFile(join(CATALOG_DIR, `${name}.csv`), 'utf8')
    return text.trimEnd().split('\n').length - 1
  }
  const load = async () => {
    await loadCatalogs(erp.owner, registry, { folder, log })
  }

  it('hold every row of their files', async () => {
    const rows = await erp.owner.query<{ municipios: string; cuentas: string }>(sql`
      select (select count(*) from public.municipio) as municipios,
             (select count(*) from public.codigo_agrupador) as cuentas`)
    assert.equal(Number(rows[0]?.municipios), await rowsIn('Municipio'))
    assert.equal(Number(rows[0]?.cuentas), await rowsIn('CodigoAgrupador'))
  })

  it('are empty where the list of catalogs says so, and nowhere else', async () => {
    const list = await readFile(join(CATALOG_DIR, 'README.md'), 'utf8')
    const [, unfilled = ''] = list.split('## Not filled')
    // A line of the list: where the rows would come from, a colon, the models, a full stop.
    const lines = unfilled.split('\n').filter((line) => line.startsWith('- '))
    const said = lines.flatMap((line) => line.slice(line.lastIndexOf(': ') + 2, -1).split(', '))
    const empty: string[] = []
    for (const { name, table, scope } of registry.models.values()) {
      if (scope !== 'global') continue
      const rows = await erp.owner.query(trusted(`select from public.${table} limit 1`))
      if (rows.length === 0) empty.push(name)
    }
    assert.deepEqual(said.toSorted(), empty.toSorted())
  })

  it('tell of the relations, indexes and errors of the service itself', async () => {
    const first = async (path: string) => {
      const { json } = await erp.admin.get(`/api/v1/${path}`)
      return { total: json.meta.total, ...json.data[0] }
    }
    const { id } = await first('ModeloSistema?nombre=CompraPartida')
    const { id: compra } = await first('ModeloSistema?nombre=Compra')
    const relation = await first(`RelacionSistema?modelo=${id}&destino=${compra}`)
    assert.deepEqual(
      [relation.total, relation.cardinalidad, relation.al_borrar],
      [1, 'N:1', 'rechazar'],
    )
    const index = await first(`IndiceSistema?modelo=${id}&unico=true`)
    assert.deepEqual([index.total, index.campos], [1, 'compra, partida'])
    const error = await first('CodigoError?clave=DISK_FULL')
    assert.deepEqual([error.estatus_http, error.reintentar], [507, true])
  })

  it('find rows of the same file', async () => {
    const rows = await erp.owner.query<{ padre: string }>(sql`
      select p.codigo as padre from public.codigo_agrupador c
      join public.codigo_agrupador p on p.id = c.padre where c.codigo = '105.01'`)
    assert.deepEqual(rows, [{ padre: '105' }])
  })

  it('repeat no row of a model without a key when their file changes', async () => {
    await copyFile(join(CATALOG_DIR, 'TasaCuota.csv'), join(folder, 'TasaCuota.csv'))
    const added = 'Fijo,,0.123,002,Tasa,true,false,2022-01-01,\n'
    const text = await readFile(join(folder, 'TasaCuota.csv'), 'utf8')
    await writeFile(join(folder, 'TasaCuota.csv'), text + added)
    await load()
    const rows = await erp.owner.query<{ count: string }>(
      sql`select count(*) from public.tasa_cuota`,
    )
    assert.equal(Number(rows[0]?.count), (await rowsIn('TasaCuota')) + 1)
  })

  it('give an empty cell the default of its field', async () => {
    await writeFile(join(folder, 'Sexo.csv'), 'clave,nombre,activo\nH,Hombre,\n')
    await load()
    const rows = await erp.owner.query<{ activo: boolean }>(
      sql`select activo from public.sexo where clave = 'H'`,
    )
    assert.deepEqual(rows, [{ activo: true }])
  })

  it('name the file and the line of a reference that leads nowhere, and load nothing of it', async () => {
    await writeFile(
      join(folder, 'Municipio.csv'),
      'clave,nombre,estado\n990,Uno,MEX|AGU\n991,Otro,MEX|NADA\n',
    )
    await assert.rejects(load(), /Municipio\.csv:3: estado: there is no Estado MEX\|NADA/)
    const rows = await erp.owner.query(
      sql`select from public.municipio where clave in ('990', '991')`,
    )
    assert.equal(rows.length, 0)
  })
})
