import { mkdirSync } from 'node:fs'

import pg from 'pg'

import { createLog } from '../../packages/kit/src/log.ts'
import { startEmbeddedPostgres } from '../../packages/postgres/src/embedded-postgres.ts'
import { buildErp } from '../../services/erp/src/service.ts'
import { benchConfig } from './bench-config.ts'

export const ADMIN = { usuario: 'admin', password: 'una-clave-de-banco' }
export const COMPANIES = 10
/** Rows of all companies together in the first part, and of the company that the deep pages are read from. */
export const ROWS = 100_000
export const DEEP_ROWS = 1_000_000
export const DEEP_COMPANY = COMPANIES + 1
/** The filter of the list; about half of a company's rows match. */
export const SINCE = '2025-12-20'

/** The databases of a run on one server: the product's own, and a plain one for the peers with the same rows. */
export interface BenchDatabases {
  readonly erp: string
  readonly peers: string
  stop(): Promise<void>
}

/** Starts the PostgreSQL that the product brings along, and fills both databases. */
export async function startDatabases(dataDir: string): Promise<BenchDatabases> {
  mkdirSync(dataDir, { recursive: true })
  const log = createLog({ service: 'bench', level: 'warn', format: 'json' })
  const server = await startEmbeddedPostgres({ dataDir, log })
  const erp = await server.ensureDatabase('oficina_erp')
  const peers = await server.ensureDatabase('peers')
  const service = await buildErp({
    config: benchConfig(erp, dataDir, {
      adminUsuario: ADMIN.usuario,
      adminPassword: ADMIN.password,
    }),
    log,
    metrics: undefined,
    now: Date.now,
  })
  await service.app.close()
  await service.close()
  await withClient(erp, fillErp)
  await withClient(peers, fillPeers)
  return { erp, peers, stop: () => server.stop() }
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// What both databases hold of movement `i` of a company; all of it follows from `i`.
const MOVEMENT = `'M' || i as folio, date '2025-01-01' + (i * 7 % 700)::int as fecha,
  (array['deposito', 'retiro', 'transferencia'])[1 + i % 3] as tipo, (array['cargo', 'abono'])[1 + i % 2] as naturaleza,
  (i * 7919 % 10000000) / 100.0 as importe, lpad((i * 31 % 10000000)::text, 10, '0') as referencia,
  'Beneficiario ' || i % 500 as beneficiario, 'aplicado' as estado`

async function fillErp(client: pg.Client): Promise<void> {
  await client.query('set search_path = public')
  const { rows } = await client.query('select 1 from empresa where id = 2')
  if (rows.length > 0) return
  await client.query(`
    insert into empresa (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc, tipo_persona, regimen_fiscal, moneda, zona_horaria, activo)
    select i, i, now(), now(), 'E' || i, 'Empresa ' || i, 'EMP010101' || i, e.tipo_persona, e.regimen_fiscal, e.moneda, e.zona_horaria, true
    from generate_series(2, ${DEEP_COMPANY}) i, empresa e where e.id = 1`)
  await client.query(`
    insert into usuario (empresa_id, id, creado_en, modificado_en, usuario, password, nombre, es_administrador, estado)
    select ${DEEP_COMPANY}, 1, now(), now(), 'deep', password, 'Deep', true, 'activo' from usuario where empresa_id = 1 and id = 1`)
  await client.query(`
    insert into cuenta_contable (empresa_id, id, creado_en, modificado_en, clave, nombre, nivel, naturaleza, tipo)
    select e.id, 1000, now(), now(), 'BANCOS', 'Bancos', 1, n.id, 'activo' from empresa e, naturaleza_cuenta n where n.clave = 'D'`)
  await client.query(`
    insert into cuenta_bancaria (empresa_id, id, creado_en, modificado_en, clave, nombre, banco, tipo, numero_cuenta, moneda, cuenta_contable)
    select e.id, 1000, now(), now(), 'B1', 'Operación', b.id, t.id, '0123456789', m.id, 1000
    from empresa e, banco b, tipo_cuenta_bancaria t, moneda m where b.clave = '012' and t.clave = 'CHEQ' and m.clave = 'MXN'`)
  for (let company = 1; company <= COMPANIES; company += 1)
    await insertMovements(client, company, ROWS / COMPANIES)
  await client.query('vacuum analyze')
}

/** Rows of one company of the product's table. */
export async function insertMovements(
  client: pg.Client,
  company: number,
  rows: number,
): Promise<void> {
  await client.query(
    `insert into public.movimiento_bancario (empresa_id, id, creado_en, modificado_en, folio, fecha, tipo, naturaleza, importe, referencia,
       beneficiario, estado, cuenta_bancaria, moneda)
     select $1::int8, i, now(), now(), m.*, 1000, (select id from public.moneda where clave = 'MXN')
     from generate_series(1, $2::int8) i, lateral (select ${MOVEMENT}) m`,
    [company, rows],
  )
}

/** The same rows in a table as the peers like it: one key column, one index for the list. */
async function fillPeers(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('public.movimientos') as found")
  if (rows[0].found !== null) return
  await client.query(`
    create table monedas (id int8 primary key, clave varchar(3) not null, nombre varchar(60) not null);
    insert into monedas values (1, 'MXN', 'Peso Mexicano'), (2, 'USD', 'Dólar americano');
    create table movimientos (id int8 primary key, empresa_id int8 not null, folio varchar(20) not null, fecha date not null,
      tipo varchar(20) not null, naturaleza varchar(10) not null, importe numeric(18, 2) not null, referencia varchar(60),
      beneficiario varchar(200), estado varchar(20), moneda_id int8 not null references monedas);
    insert into movimientos select (e - 1) * ${ROWS / COMPANIES} + i, e, m.*, 1
      from generate_series(1, ${COMPANIES}) e, generate_series(1, ${ROWS / COMPANIES}) i, lateral (select ${MOVEMENT}) m;
    create index movimientos_lista on movimientos (empresa_id, fecha, id);
    create index movimientos_moneda on movimientos (moneda_id)`)
  await client.query('vacuum analyze')
}
