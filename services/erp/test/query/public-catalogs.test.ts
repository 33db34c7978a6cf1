import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'

import { runImport } from '../../src/cli-import.ts'
import type { Registry } from '../../src/dictionary/types.ts'
import { xlsxBytes } from '../../src/files/xlsx-writer.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// A service of its own: it runs commands for an installation with one company.

let erp: ErpTest
let registry: Registry
let folder: string

before(async () => {
  erp = await startOwnErp()
  folder = await mkdtemp(join(tmpdir(), 'oficina-catalogs-'))
  registry = shippedRegistry()
})

after(async () => {
  await erp.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `erp import` as the command line does; the answer is its exit code and what it printed. */
async function run(...args: readonly string[]) {
  const lines: string[] = []
  const code = await runImport(args, {
    registry,
    owner: erp.asOwner,
    address: erp.database,
    placement: 'one server',
    fit: erp.fit,
    log: createLog({ service: 'erp-test', level: 'silent', format: 'json' }),
    now: erp.clock.now,
    print: (line) => lines.push(line),
  })
  return { code, text: lines.join('\n') }
}

/** A workbook as the SAT lays it out: title, version and an empty row above the header. */
async function workbook(name: string, sheet: string, rows: readonly (readonly string[])[]) {
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    title: index === 0 ? 'Catálogo' : '',
    format: 'text' as const,
  }))
  async function* batches() {
    yield await Promise.resolve([['Versión 1.0'], [], ...rows])
  }
  const path = join(folder, name)
  const chunks: Buffer[] = []
  for await (const chunk of xlsxBytes({ name: sheet, columns, batches: batches() }))
    chunks.push(chunk)
  await writeFile(path, Buffer.concat(chunks))
  return path
}

const PRODUCT_HEADER = [
  'c_ClaveProdServ',
  'Descripción',
  'Incluir IVA trasladado',
  'Incluir IEPS trasladado',
  'Complemento que debe incluir',
  'FechaInicioVigencia',
  'FechaFinVigencia',
  'Estímulo Franja Fronteriza',
  'Palabras similares',
]

describe('erp import sat-productos', () => {
  it('reads the sheet of the SAT’s workbook, and again changes nothing', async () => {
    const path = await workbook('catCFDI.xlsx', 'c_ClaveProdServ', [
      PRODUCT_HEADER,
      [
        '1010101',
        'No existe en el catálogo',
        'Opcional',
        'Opcional',
        '',
        '01/01/2022',
        '',
        '0',
        '',
      ],
      [
        '10101501',
        'Gatos vivos',
        'Sí',
        'No',
        '',
        '2022-01-01',
        '31/12/2030',
        '1',
        'Felinos, mininos',
      ],
    ])
    for (const _again of [1, 2]) {
      const { code, text } = await run('sat-productos', path)
      assert.deepEqual([code, text], [0, 'ClaveProdServ: 2 rows up to date'])
    }
    const rows = await erp.owner.query(sql`
      select clave, iva_trasladado, inicio_vigencia::text as desde, fin_vigencia::text as hasta,
        estimulo_frontera as frontera, palabras_similares as similares
      from public.clave_prod_serv order by clave`)
    assert.deepEqual(rows, [
      {
        clave: '01010101',
        iva_trasladado: 'Opcional',
        desde: '2022-01-01',
        hasta: null,
        frontera: false,
        similares: null,
      },
      {
        clave: '10101501',
        iva_trasladado: 'Sí',
        desde: '2022-01-01',
        hasta: '2030-12-31',
        frontera: true,
        similares: 'Felinos, mininos',
      },
    ])
  })

  it('says what it looks for in a file that has no such table, and how to read .xls', async () => {
    const path = join(folder, 'otra.csv')
    await writeFile(path, 'clave,nombre\n1,x\n')
    const wrong = await run('sat-productos', path)
    assert.equal(wrong.code, 1)
    assert.match(wrong.text, /header holds c_ClaveProdServ/)
    const old = join(folder, 'catCFDI.xls')
    await writeFile(old, 'x')
    assert.match((await run('sat-productos', old)).text, /save it as \.xlsx/)
  })
})

const SEPOMEX = [
  'El Catálogo Nacional de Códigos Postales, es elaborado por Correos de México y se proporciona en forma gratuita',
  'd_codigo|d_asenta|d_tipo_asenta|D_mnpio|d_estado|d_ciudad|d_CP|c_estado|c_oficina|c_CP|c_tipo_asenta|c_mnpio|id_asenta_cpcons|d_zona|c_cve_ciudad',
  '01000|San Ángel|Colonia|Álvaro Obregón|Ciudad de México|Ciudad de México|01001|09|01001||09|010|0001|Urbano|01',
  '20000|Zona "Centro|Colonia|Aguascalientes|Aguascalientes|Aguascalientes|20001|01|20001||09|001|0001|Urbano|01',
  '20000|Barrio de Prueba|Barrio|Aguascalientes|Aguascalientes|Aguascalientes|20001|01|20001||02|001|0002|Urbano|01',
]

describe('erp import codigos-postales and colonias', () => {
  it('read SEPOMEX’s CPdescarga.txt in its Windows-1252', async () => {
    const path = join(folder, 'CPdescarga.txt')
    await writeFile(path, Buffer.from(`${SEPOMEX.join('\r\n')}\r\n`, 'latin1'))
    assert.deepEqual(await run('colonias', path), {
      code: 1,
      text: 'The file: CPdescarga.txt:3: there is no CodigoPostal 01000.',
    })
    assert.deepEqual(await run('codigos-postales', path), {
      code: 0,
      text: 'CodigoPostal: 3 rows up to date',
    })
    assert.equal((await run('colonias', path)).text, 'Colonia: 3 rows up to date')
    assert.equal((await run('colonias', path)).text, 'Colonia: 3 rows up to date')
    const rows = await erp.owner.query(sql`
      select c.nombre, p.clave as cp, e.clave as estado, m.nombre as municipio, t.nombre as tipo
      from public.colonia c join public.codigo_postal p on p.id = c.codigo_postal
      join public.estado e on e.id = p.estado join public.municipio m on m.id = p.municipio
      join public.tipo_asentamiento t on t.id = c.tipo_asentamiento order by p.clave, c.clave`)
    assert.deepEqual(rows, [
      {
        nombre: 'San Ángel',
        cp: '01000',
        estado: 'CMX',
        municipio: 'Álvaro Obregón',
        tipo: 'Colonia',
      },
      {
        nombre: 'Zona "Centro',
        cp: '20000',
        estado: 'AGU',
        municipio: 'Aguascalientes',
        tipo: 'Colonia',
      },
      {
        nombre: 'Barrio de Prueba',
        cp: '20000',
        estado: 'AGU',
        municipio: 'Aguascalientes',
        tipo: 'Barrio',
      },
    ])
  })

  it('read the SAT’s sheets, and leave a municipality that it does not know empty', async () => {
    const header = ['c_CodigoPostal', 'c_Estado', 'c_Municipio', 'c_Localidad']
    const more = ['Estímulo Franja Fronteriza', 'Fecha inicio de vigencia', 'Fecha fin de vigencia']
    const path = await workbook('cp.xlsx', 'c_CodigoPostal_Parte_1', [
      [...header, ...more, 'Referencias del Huso Horario'],
      ['', '', '', '', '', '', '', 'Descripción del Huso Horario'],
      ['00000', '', '', '', '', '', '', ''],
      ['20010', 'AGU', '001', '01', '0', '01/01/2022', '', 'Tiempo del Centro'],
      ['22000', 'BCN', '999', '', '1', '01/01/2022', '', 'Tiempo del Noroeste en Frontera'],
    ])
    const { text } = await run('codigos-postales', path)
    assert.match(text, /^CodigoPostal: 2 rows up to date; 1 references led to nothing/)
    const rows = await erp.owner.query(sql`
      select p.clave, m.nombre as municipio, z.clave as zona, p.estimulo_frontera as frontera
      from public.codigo_postal p left join public.municipio m on m.id = p.municipio
      left join public.zona_horaria z on z.id = p.zona_horaria
      where p.clave in ('20010', '22000') order by 1`)
    assert.deepEqual(rows, [
      { clave: '20010', municipio: 'Aguascalientes', zona: 'America/Mexico_City', frontera: false },
      { clave: '22000', municipio: null, zona: 'America/Tijuana', frontera: true },
    ])
    const colonies = await workbook('colonias.xlsx', 'C_Colonia_1', [
      ['c_Colonia', 'c_CodigoPostal', 'Nombre del asentamiento'],
      ['7', '20010', 'Del Valle'],
    ])
    assert.equal((await run('colonias', colonies)).text, 'Colonia: 1 rows up to date')
  })
})

describe('erp import fracciones', () => {
  it('reads fractions of eight digits and their NICO', async () => {
    const path = await workbook('cce.xlsx', 'c_FraccionArancelaria', [
      [
        'c_FraccionArancelaria',
        'Descripción',
        'Fecha de inicio de vigencia',
        'Fecha de fin de vigencia',
        'UMT',
      ],
      ['0101210100', 'Reproductores de raza pura.', '2020-12-28', '', '6'],
      ['0101290200', 'Sin pedigree.', '2020-12-28', '', '06'],
      ['0101290201', 'Para saltos o carreras.', '2020-12-28', '', '06'],
    ])
    const { code, text } = await run('fracciones', path)
    assert.deepEqual([code, text.split('\n').length], [0, 2], text)
    const rows = await erp.owner.query(sql`
      select f.clave, f.descripcion, u.clave as unidad, n.clave as nico
      from public.fraccion_arancelaria f left join public.unidad_aduana u on u.id = f.unidad
      left join public.nico n on n.fraccion = f.id order by f.clave, n.clave`)
    assert.deepEqual(rows, [
      { clave: '01012101', descripcion: 'Reproductores de raza pura.', unidad: '06', nico: '00' },
      { clave: '01012902', descripcion: 'Sin pedigree.', unidad: '06', nico: '00' },
      { clave: '01012902', descripcion: 'Sin pedigree.', unidad: '06', nico: '01' },
    ])
  })
})

describe('erp import <Modelo>', () => {
  it('writes records of the company named, with the exit code of what happened', async () => {
    const path = join(folder, 'departamentos.csv')
    await writeFile(path, 'clave,nombre\nA,Uno\nB,\n')
    const refused = await run('Departamento', path)
    assert.deepEqual(
      [refused.code, refused.text],
      [1, 'row 3: nombre is required.\n1 created, 0 changed, 1 refused (nothing of it was kept)'],
    )
    const rows = await run('Departamento', path, '--rows')
    assert.equal(rows.text, 'row 3: nombre is required.\n1 created, 0 changed, 1 refused')
    const { json } = await erp.admin.get('/api/v1/Departamento?fields=clave')
    assert.deepEqual(
      json.data.map(({ clave }: { clave: string }) => clave),
      ['A'],
    )
  })

  it('is told how to be called', async () => {
    await erp.otherCompany()
    const path = join(folder, 'departamentos.csv')
    for (const [args, problem] of [
      [['Departamento'], 'name one thing and one file'],
      [['Departamentos', path], 'Did you mean Departamento?'],
      [['Departamento', join(folder, 'nada.csv')], 'there is no file'],
      [['Departamento', path], 'name the company by --empresa'],
      [['Departamento', path, '--force'], '--force'],
    ] as const) {
      const { code, text } = await run(...args)
      assert.equal(code, 2)
      assert.ok(text.includes(problem) && text.includes('sat-productos'), text)
    }
    const named = await run('Departamento', path, '--empresa', 'otra1', '--dry-run', '--rows')
    assert.match(named.text, /1 created, 0 changed, 1 refused \(nothing of it was kept\)$/)
  })
})

describe('POST /catalogs', () => {
  const send = (by: ErpTest['admin'], name: string, body: string) =>
    by.send('POST', `/api/v1/catalogs?nombre=${name}`, {
      body: Buffer.from(body, 'latin1'),
      headers: { 'content-type': 'application/octet-stream' },
    })

  it('loads every catalog that a file holds, for the operator', async () => {
    const answer = await send(erp.admin, 'CPdescarga.txt', `${SEPOMEX.join('\r\n')}\r\n`)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json.data, [
      { modelo: 'CodigoPostal', filas: 3, sin_resolver: 0 },
      { modelo: 'Colonia', filas: 3, sin_resolver: 0 },
    ])
  })

  it('refuses who does not run the installation, and what is no such file', async () => {
    const other = await send(await erp.otherCompany(), 'CPdescarga.txt', SEPOMEX.join('\n'))
    assert.equal(other.status, 403, other.text)
    const picture = await send(erp.admin, 'foto.png', 'x')
    assert.equal(picture.json.errors?.[0]?.field, 'nombre', picture.text)
    const table = await send(erp.admin, 'otra.csv', 'clave,nombre\n1,x\n')
    assert.deepEqual([table.status, table.json.errors?.[0]?.code], [422, 'VALIDATION'], table.text)
    const old = await send(erp.admin, 'catCFDI.xls', 'x')
    assert.match(String(old.json.errors?.[0]?.message), /\.xlsx/)
  })
})
