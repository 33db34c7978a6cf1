import assert from 'node:assert/strict'

import { createLog } from '@oficina/kit/log.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { Fault } from '../../../src/pac/simulator/faults.ts'
import { simulatorServer } from '../../../src/pac/simulator/server.ts'
import { openSimulator, type Simulator } from '../../../src/pac/simulator/simulator.ts'
import { CATALOG_DIR } from '../../../src/store/catalogs/catalog-store.ts'
import { ADMIN } from '../../admin.ts'
import type { ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'

export const RFC = 'EKU9003173C9'
const PAC_USER = 'usuario'
const PAC_PASSWORD = 'una clave'
const CSD_PASSWORD = 'clave del csd'

/** A PAC in the test's own process, whose faults can be ordered. */
export interface TestPac {
  readonly simulator: Simulator
  /** How the service is told of it. */
  readonly settings: {
    readonly pacUrl: string
    readonly pacUser: string
    readonly pacPassword: string
    readonly satStatusUrl: string
  }
  order(fault: Partial<Fault> & Pick<Fault, 'operation' | 'point' | 'effect'>): void
  /** How often the PAC was asked to stamp. */
  asked(): number
  stop(): Promise<void>
}

export async function startPac(now: () => number): Promise<TestPac> {
  const simulator = await openSimulator({
    folder: undefined,
    catalogFolder: CATALOG_DIR,
    user: PAC_USER,
    password: PAC_PASSWORD,
    now,
    log: createLog({ service: 'pac-test', level: 'silent', format: 'json' }),
  })
  const server = simulatorServer(simulator)
  const requests: string[] = []
  server.addHook('onRequest', (request, _reply, done) => {
    requests.push(request.url)
    done()
  })
  const pacUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    simulator,
    settings: {
      pacUrl,
      pacUser: PAC_USER,
      pacPassword: PAC_PASSWORD,
      satStatusUrl: `${pacUrl}/ConsultaCFDIService.svc`,
    },
    order: (fault) => simulator.faults.order({ times: 1, delayMs: 0, ...fault }),
    asked: () => requests.filter((url) => url.includes('/stamp/')).length,
    stop: async () => {
      await server.close()
    },
  }
}

/** The files of a CSD as they are sent. */
export async function csdInputs(
  pac: Pick<TestPac, 'simulator'>,
  rfc: string,
  kind: 'csd' | 'efirma' = 'csd',
) {
  const files = await pac.simulator.issue({
    rfc,
    nombre: 'ESCUELA KEMPER URGATE',
    kind,
    password: CSD_PASSWORD,
  })
  return {
    certificado: Buffer.from(files.cer).toString('base64'),
    llave: Buffer.from(files.key).toString('base64'),
    contrasena: CSD_PASSWORD,
  }
}

/** A record as it is answered. */
type Row = Readonly<Record<string, string | number | boolean | null>>

/** A company that invoices. */
export interface Shop {
  readonly client: HttpClient
  /** A new session, after the clock has ended the last one. */
  logIn(): Promise<void>
  readonly erp: ErpTest
  readonly cliente: number
  readonly moneda: number
  readonly contado: number
  readonly credito: number
  readonly unidad: number
  create(model: string, body: object): Promise<number>
  update(model: string, id: number, body: object): Promise<TestAnswer>
  /** A confirmed sale of one line of this amount with 16 % of IVA. */
  sale(importe: string, more?: { venta?: object; partida?: object }): Promise<number>
  act(action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  actOn(action: string, id: number, inputs?: object): Promise<TestAnswer>
  read(model: string, id: number): Promise<Row>
  list(path: string): Promise<readonly Row[]>
}

export async function idOf(erp: ErpTest, table: Sql, clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.${table} where clave = ${clave}`,
  )
  assert.ok(row, clave)
  return row.id
}

export async function shop(erp: ErpTest, first: HttpClient, rfc = RFC): Promise<Shop> {
  const session = { client: first }
  const create: Shop['create'] = async (model, body) => {
    const answer = await session.client.post(`${API}/${model}`, body)
    assert.equal(answer.status, 201, `${model}: ${answer.text}`)
    return answer.json.data.id
  }
  const update: Shop['update'] = async (model, id, body) => {
    const answer = await session.client.send('PUT', `${API}/${model}/${id}`, { body })
    assert.equal(answer.status, 200, `${model} ${id}: ${answer.text}`)
    return answer
  }
  await ensureCatalogs(erp)
  const pais = await idOf(erp, sql`pais`, 'MEX')
  const cp = await idOf(erp, sql`codigo_postal`, '06000')
  const domicilio = await create('Direccion', {
    tipo_domicilio: await idOf(erp, sql`tipo_domicilio`, 'FISCAL'),
    calle: 'Madero',
    codigo_postal: cp,
    pais,
  })
  const [company] = (await session.client.get(`${API}/Empresa`)).json.data
  await update('Empresa', company.id, {
    rfc,
    razon_social: 'Escuela Kemper Urgate, S.A. de C.V.',
    domicilio_fiscal: domicilio,
  })
  const regimen = await idOf(erp, sql`regimen_fiscal`, '601')
  const terms = (clave: string, dias: number, more: object = {}) =>
    create('CondicionPago', { clave, nombre: clave, dias, aplica: 'clientes', ...more })
  const contado = await terms('CONTADO', 0, { es_contado: true })
  const credito = await terms('30V', 30)
  const cliente = await create('Cliente', {
    clave: 'C1',
    razon_social: 'Universidad Robotica Española, S.A. de C.V.',
    rfc: 'URE180429TM6',
    regimen_fiscal: regimen,
    codigo_postal: cp,
    uso_cfdi: await idOf(erp, sql`uso_cfdi`, 'G03'),
    correo: 'pagos@universidad.example',
    estado: 'activo',
  })
  const moneda = await idOf(erp, sql`moneda`, 'MXN')
  const unidad = await idOf(erp, sql`unidad_medida`, 'PZA')
  const clave = await idOf(erp, sql`clave_prod_serv`, '31161500')
  const objeto = await idOf(erp, sql`objeto_impuesto`, '02')
  const [iva, tasa] = [
    await idOf(erp, sql`impuesto`, '002'),
    await idOf(erp, sql`tipo_factor`, 'Tasa'),
  ]
  const sale: Shop['sale'] = async (importe, more = {}) => {
    const id = await create('Venta', {
      cliente,
      fecha: '2026-03-02',
      moneda,
      condicion_pago: credito,
      partidas: [
        {
          descripcion: 'Tornillo',
          clave_prod_serv: clave,
          cantidad: '1',
          unidad,
          precio: importe,
          objeto_impuesto: objeto,
          desglose: [
            {
              impuesto: iva,
              ambito: 'federal',
              tipo: 'traslado',
              factor: tasa,
              tasa: '0.16',
              base: importe,
              importe: vat(importe),
            },
          ],
          ...more.partida,
        },
      ],
      ...more.venta,
    })
    const confirmed = await session.client.post(`${API}/Venta/${id}/actions/confirmar_venta`, {})
    assert.equal(confirmed.status, 200, confirmed.text)
    return id
  }
  return {
    get client() {
      return session.client
    },
    logIn: async () => {
      session.client = await erp.logIn(ADMIN.usuario, ADMIN.password)
    },
    erp,
    cliente,
    moneda,
    contado,
    credito,
    unidad,
    create,
    update,
    sale,
    act: (action, ids, inputs = {}) =>
      session.client.post(`${API}/Venta/actions/${action}`, { ids, ...inputs }),
    actOn: (action, id, inputs = {}) =>
      session.client.post(`${API}/Venta/${id}/actions/${action}`, inputs),
    read: async (model, id) => (await session.client.get(`${API}/${model}/${id}`)).json.data,
    list: async (path) => (await session.client.get(`${API}/${path}`)).json.data,
  }
}

/** 16 %, rounded to the cent. */
function vat(importe: string): string {
  const cents = BigInt(importe.replace('.', ''))
  const tax = (cents * 16n + 50n) / 100n
  return `${tax / 100n}.${String(tax % 100n).padStart(2, '0')}`
}

/** Rows of the SAT's catalogs that the installation does not ship. */
async function ensureCatalogs(erp: ErpTest): Promise<void> {
  await erp.owner.execute(sql`
    insert into public.codigo_postal (clave, estado) select '06000', (select min(id) from public.estado)
    on conflict (clave) do nothing`)
  await erp.owner.execute(sql`
    insert into public.clave_prod_serv (clave, descripcion) values ('31161500', 'Tornillos'),
      ('84111506', 'Servicios de facturación'), ('01010101', 'No existe en el catálogo')
    on conflict (clave) do nothing`)
}

/** The journal entry of a record, its lines by account. */
export async function entryOf(
  { erp }: Shop,
  modelo: string,
  registro: number,
): Promise<readonly Record<string, unknown>[]> {
  return await erp.owner.query(sql`
    select c.clave as cuenta, sum(l.cargo)::text as cargo, sum(l.abono)::text as abono
    from public.poliza p join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${modelo}
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where p.registro = ${String(registro)} group by c.clave order by c.clave`)
}
