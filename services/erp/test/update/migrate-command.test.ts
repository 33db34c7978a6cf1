// Deep: it runs the command several times as a process, also at a terminal.
// A service of its own: it changes the tables of all companies.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'

import { startOwnErp, type ErpTest } from '../erp-service.ts'

const CLI = resolve(import.meta.dirname, '../../src/cli.ts')

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

interface Ended {
  readonly code: number | null
  readonly printed: string
}

/** Runs it as a person or a script does; `answer` is typed at a terminal, which `script` of every Debian is. */
async function migrate(words: readonly string[], answer?: string): Promise<Ended> {
  const command = [process.execPath, CLI, 'migrate', ...words]
  const [first = '', ...rest] =
    answer === undefined
      ? command
      : ['script', '--quiet', '--return', '--command', command.join(' '), '/dev/null']
  const child = spawn(first, rest, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: erp.database.url,
      DATA_DIR: erp.dataDir,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += String(chunk)
      if (answer !== undefined && printed.includes('Type yes')) child.stdin.end(`${answer}\n`)
    })
  }
  if (answer === undefined) child.stdin.end()
  const [code] = await once(child, 'close')
  return { code, printed }
}

/** Texts that are longer than the dictionary takes, and a column that is missing. */
async function broken(): Promise<void> {
  await erp.owner.pool.query(`
    alter table pais alter column alfa2 type varchar(10);
    alter table compra drop column observaciones cascade;
    insert into pais (id, clave, nombre, alfa2) values (90001, 'ZZ1', 'Zeta', 'ZETA'), (90002, 'ZZ2', 'Zita', 'ZITA')
      on conflict (id) do update set alfa2 = excluded.alfa2;
    update oficina.esquema_huella set huella = 'older';
    delete from oficina.esquema_aplicado`)
}

/** The texts in question, and whether the column is there. */
async function state(): Promise<readonly unknown[]> {
  const { rows } = await erp.owner.pool.query<{ texts: string[]; hasColumn: boolean }>(`
    select array(select alfa2 from pais where id in (90001, 90002) order by id) as texts, exists (
      select from pg_attribute where attrelid = 'compra'::regclass and attname = 'observaciones' and not attisdropped
    ) as "hasColumn"`)
  return rows.flatMap(({ hasColumn, texts }) => [texts, hasColumn])
}

const UNCHANGED = [['ZETA', 'ZITA'], false]
const DONE = [['ZE', 'ZI'], true]
const SHOWN =
  /1 of \d+ steps lose data.*pais\.alfa2 .*2 of what is there: id 90001, id 90002.*alter table "pais" alter column "alfa2"/sv

test('what could lose data is shown, asked for at a terminal, and done only after a yes, with how much was done', async () => {
  await broken()
  const refused = await migrate(['--apply'], 'no')
  assert.match(refused.printed, SHOWN)
  assert.match(refused.printed, /nothing was changed/v)
  assert.equal(refused.code, 1)
  assert.deepEqual(await state(), UNCHANGED)

  const done = await migrate(['--apply'], 'yes')
  assert.match(done.printed, SHOWN)
  const [, steps = ''] =
    /(\d+) steps done; the tables are those of the dictionary/v.exec(done.printed) ?? []
  assert.match(done.printed, new RegExp(`${steps} of ${steps}: `, 'v'))
  assert.equal(done.code, 0, done.printed)
  assert.deepEqual(await state(), DONE)
})

test('without a terminal nothing is done that could lose data, unless its flag says so', async () => {
  await broken()
  const refused = await migrate(['--apply'])
  assert.match(refused.printed, SHOWN)
  assert.match(refused.printed, /Nobody can be asked here; --apply --yes does it/v)
  assert.equal(refused.code, 1)
  assert.deepEqual(await state(), UNCHANGED)

  const done = await migrate(['--apply', '--yes'])
  assert.match(done.printed, SHOWN)
  assert.match(done.printed, /[1-9]\d* steps done/v)
  assert.equal(done.code, 0, done.printed)
  assert.deepEqual(await state(), DONE)
})
