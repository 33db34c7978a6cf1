import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { runLaw } from '../../../src/cli-law.ts'
import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { shippedRegistry } from '../../shipped-registry.ts'
import { API } from '../purchase-fixture.ts'

// A service of its own: the command changes catalogs that all companies share.

const EXAMPLE = join(import.meta.dirname, '../../../../../docs/examples/law-2027')

let erp: ErpTest
let folder: string

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-law-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs `erp law` as the command line does. */
async function run(...args: readonly string[]) {
  const printed: string[] = []
  const problems: string[] = []
  const code = await runLaw(args, {
    withInstallation: async (work) =>
      await work({
        owner: erp.asOwner,
        registry: shippedRegistry(),
        now: () => Date.parse('2026-12-28T18:00:00Z'),
      }),
    print: (line) => printed.push(line),
    printProblem: (line) => problems.push(line),
  })
  return { code, printed, problems }
}

async function withFile(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function statusOn(day: string): Promise<number> {
  return (await erp.admin.get(`${API}/reports/law-tables?fecha=${day}`)).status
}

async function rowsOf(table: string): Promise<number> {
  const [row] = await erp.owner.query<{ n: number }>(
    sql`select ((xpath('/row/n/text()', query_to_xml(${`select count(*) as n from ${table}`}, false, true, '')))[1]::text)::int as n`,
  )
  return row?.n ?? -1
}

test('the example of the next year is tried, then loaded, and a day of that year has its tables', async () => {
  assert.equal(await statusOn('2027-02-10'), 422)
  const tried = await run(EXAMPLE, '--dry-run')
  assert.equal(tried.code, 0, tried.problems.join('\n'))
  assert.equal(tried.printed.at(-1), 'Nothing was kept (--dry-run).')
  assert.ok(
    tried.printed.includes('SalarioMinimo: 2 rows, 2 new, 0 changed'),
    tried.printed.join('\n'),
  )
  assert.ok(tried.printed.includes('RenglonTarifaIsr: 66 rows, 66 new, 0 changed'))
  assert.equal(await statusOn('2027-02-10'), 422)
  const loaded = await run(EXAMPLE)
  assert.equal(loaded.code, 0, loaded.problems.join('\n'))
  assert.deepEqual(loaded.printed.slice(0, -1), tried.printed.slice(0, -1))
  assert.equal(loaded.printed.at(-1), 'Done.')
  // What begins in 2028 is all that is missing.
  assert.ok(!loaded.printed.some((line) => line.startsWith('still missing from 2027')))
  assert.equal(await statusOn('2027-02-10'), 200)
  const again = await run(EXAMPLE)
  assert.ok(again.printed.includes('SalarioMinimo: 2 rows, 0 new, 0 changed'))
})

test('a row that is there already is changed, and what it said before is told', async () => {
  const path = await withFile(
    'CuotaImss.csv',
    'ramo,ejercicio,cuota_patron,fundamento\nRET,2026,0.021,Decreto\n',
  )
  const { code, printed } = await run(path)
  assert.equal(code, 0)
  assert.deepEqual(printed.slice(0, 3), [
    'CuotaImss: 1 rows, 0 new, 1 changed',
    '  RET|2026: cuota_patron 0.020000 becomes 0.021000',
    '  RET|2026: fundamento LSS 168 I becomes Decreto',
  ])
})

const TARIFF = 'tarifa,limite_inferior,limite_superior,cuota_fija,porcentaje_excedente\n'

/** Files that are refused, each with what is told of it. */
const REFUSED: readonly (readonly [name: string, text: string, told: RegExp])[] = [
  ['Cliente.csv', 'clave\nX\n', /^Cliente\.csv is none of the law's tables: ValorIndicador, /],
  [
    'TarifaIsr.csv',
    'ejercicio,periodicidad,color\n',
    /^TarifaIsr\.csv:1: there is no field color\.$/,
  ],
  ['TarifaIsr.csv', 'ejercicio\n2027\n', /^TarifaIsr\.csv:1: periodicidad is missing\.$/],
  [
    'TarifaIsr.csv',
    'ejercicio,periodicidad\n2027\n',
    /^TarifaIsr\.csv: the row has another number/,
  ],
  [
    'TarifaIsr.csv',
    'ejercicio,periodicidad\nMMXXVII,01\n',
    /^At TarifaIsr\.csv:2, ejercicio must be a whole number/,
  ],
  [
    'TarifaIsr.csv',
    'ejercicio,periodicidad\n2029,77\n',
    /^TarifaIsr\.csv:2: there is no PeriodicidadPago 77\.$/,
  ],
  [
    'TarifaIsr.csv',
    'ejercicio,periodicidad\n2029,01\n2029,01\n',
    /^TarifaIsr\.csv:3: 2029\|01 is in the file twice\.$/,
  ],
  [
    'SalarioMinimo.csv',
    'zona,importe,inicio_vigencia\nGRAL,350,2027-02-30\n',
    /inicio_vigencia must be a date/,
  ],
  [
    'SalarioMinimo.csv',
    'zona,importe,inicio_vigencia\nGRAL,0,2029-01-01\n',
    /^SalarioMinimo GRAL 2029-01-01: 0\.00 is not above zero\.$/,
  ],
  [
    'SalarioMinimo.csv',
    'zona,importe,inicio_vigencia\nGRAL,350,2025-07-01\n',
    /^SalarioMinimo GRAL: what holds until 2025-12-31 overlaps what begins on 2025-07-01\.$/,
  ],
  [
    'SalarioMinimo.csv',
    'zona,importe,inicio_vigencia,fin_vigencia\nGRAL,315.04,2026-01-01,2026-11-30\nGRAL,350,2027-01-01,\n',
    /^SalarioMinimo GRAL: nothing holds between 2026-11-30 and 2027-01-01\.$/,
  ],
  [
    'SalarioMinimo.csv',
    'zona,importe,inicio_vigencia,fin_vigencia\nGRAL,350,2029-01-01,2028-12-31\n',
    /^SalarioMinimo GRAL: 2028-12-31 is before 2029-01-01\.$/,
  ],
  [
    'ImpuestoNominaEstatal.csv',
    'estado,ejercicio,tasa\nMEX|JAL,2029,3\n',
    /^ImpuestoNominaEstatal JAL 2029: the rate 3\.0+ is not between 0 and 1; 16 % is 0\.16\.$/,
  ],
  [
    'ValorIndicador.csv',
    'indicador,fecha,valor\nUMA,2029-02-01,130\n',
    /^UMA has no row of 2028\.$/,
  ],
  [
    'ValorIndicador.csv',
    'indicador,fecha,valor\nUMI,2028-03-01,101\n',
    /^UMI of 2028-03-01 does not begin on the day that the law sets\.$/,
  ],
  [
    'RenglonTarifaIsr.csv',
    `${TARIFF}2026|01,27.80,235.81,0.53,0.064\n`,
    /^TarifaIsr 2026\|01: the row behind the one that ends at /,
  ],
  [
    'RenglonTarifaIsr.csv',
    `${TARIFF}2026|01,27.79,235.81,0.53,0.16\n`,
    /^TarifaIsr 2026\|01: 0\.1088\d* follows 0\.16\d* and is not larger\.$/,
  ],
  [
    'RenglonTarifaIsr.csv',
    `${TARIFF}2026|01,27.79,235.81,5.30,0.064\n`,
    /^TarifaIsr 2026\|01 27\.79: the fixed fee 5\.30 is not what the rows below come to, about 0\.53\.$/,
  ],
  [
    'RenglonTarifaIsr.csv',
    `${TARIFF}2026|01,14001.39,99999.99,4391.07,0.35\n`,
    /^TarifaIsr 2026\|01: the last row ends at 99999\.99 /,
  ],
  [
    'CuotaCesantia.csv',
    'ramo,ejercicio,uma_minima,uma_maxima,cuota_patron\nCEAV,2026,2.01,2.40,0.05556\n',
    /^CuotaCesantia 2026: the row behind the one that ends at 2\.4000 begins at 2\.5100\.$/,
  ],
  [
    'CuotaCesantia.csv',
    'ramo,ejercicio,uma_minima,uma_maxima,cuota_patron\nCEAV,2030,1.01,,0.1\n',
    /^CuotaCesantia 2030 has 0 rows instead of one\.$/,
  ],
  [
    'SubsidioEmpleo.csv',
    'ejercicio,periodicidad,ingreso_maximo,porcentaje_uma\n2026,05,12000,0.15\n',
    /^SubsidioEmpleo 2026 has 2 rows instead of one\.$/,
  ],
  [
    'VacacionLft.csv',
    'anio_servicio,dias,prima_minima,inicio_vigencia\n1,12,0.25,2031-01-01\n3,16,0.25,2031-01-01\n',
    /^VacacionLft 2031-01-01 has no row of 2\.$/,
  ],
  [
    'ReglaExencionPercepcion.csv',
    'tipo_percepcion,unidad,tope,inicio_vigencia\n002,DIAS,30,2027-01-01\n',
    /^ReglaExencionPercepcion 002 DIAS: DIAS is none of TODO, /,
  ],
  [
    'ReglaIntegracionPercepcion.csv',
    'tipo_percepcion,integra,tope_porcentaje,unidad_tope,inicio_vigencia\n010,true,0.1,SMG,2027-01-01\n',
    /^ReglaIntegracionPercepcion 010: SMG is none of SBC or UMA\.$/,
  ],
]

for (const [name, text, told] of REFUSED) {
  test(`refused, and nothing kept: ${String(told)}`, async () => {
    const good = await withFile('DiaFestivo.csv', 'fecha,nombre\n2033-01-01,Año Nuevo\n')
    const before = await rowsOf('dia_festivo')
    const { code, problems } = await run(await withFile(name, text), good)
    assert.equal(code, 1)
    assert.equal(problems.at(-1), 'Nothing was kept.')
    assert.ok(
      problems.some((line) => told.test(line)),
      problems.join('\n'),
    )
    assert.equal(await rowsOf('dia_festivo'), before)
  })
}

test('a wrong call tells the usage, and asks no database', async () => {
  const never = {
    withInstallation: () => Promise.reject(new Error('opened')),
    print: (line: string) => printed.push(line),
    printProblem: (line: string) => printed.push(line),
  }
  const printed: string[] = []
  for (const [args, code, told] of [
    [[], 2, /^name a file or a folder/],
    [['nowhere.csv'], 2, /^there is no file nowhere\.csv/],
    [['--colour', '.'], 2, /--colour/],
    [['--help'], 0, /--dry-run/],
  ] as const) {
    printed.length = 0
    assert.equal(await runLaw(args, never), code)
    assert.match(printed.join('\n'), told)
  }
})

test('what the service ships passes what the command asks of a file', async () => {
  const data = join(import.meta.dirname, '../../../data')
  const names = [
    'TarifaIsr',
    'RenglonTarifaIsr',
    'SubsidioEmpleo',
    'SalarioMinimo',
    'ValorIndicador',
    'CuotaImss',
  ]
  const more = [
    'CuotaCesantia',
    'VacacionLft',
    'DiaFestivo',
    'ZonaSalarialMunicipio',
    'ImpuestoNominaEstatal',
  ]
  const rules = ['ReglaExencionPercepcion', 'ReglaIntegracionPercepcion']
  for (const name of [...names, ...more, ...rules]) {
    await cp(join(data, `${name}.csv`), join(folder, `${name}.csv`))
  }
  const { code, printed, problems } = await run(folder, '--dry-run')
  assert.equal(code, 0, problems.join('\n'))
  const lines = (await readFile(join(data, 'RenglonTarifaIsr.csv'), 'utf8')).trim().split('\n')
  assert.ok(
    printed.includes(`RenglonTarifaIsr: ${lines.length - 1} rows, 0 new, 0 changed`),
    printed.join('\n'),
  )
})
