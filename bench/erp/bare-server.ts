import { fastify } from 'fastify'
import pg from 'pg'

// A bare handler with two hand-written statements, named and prepared: the floor of this list in Node, without session,
// rights, tenancy or a model behind it. `node bare-server.ts <database url> <port> [bytes of /static]`

const [, , url = '', port = '', staticBytes = '8000'] = process.argv
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1082, (value) => value)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => undefined)
const app = fastify()

const ROWS = `select m.id, m.folio, m.fecha, m.importe, m.referencia, m.moneda_id as moneda, c.clave || ' ' || c.nombre as moneda_str
  from movimientos m join monedas c on c.id = m.moneda_id
  where m.empresa_id = $1 and m.fecha >= $2 order by m.fecha, m.id limit $3 offset $4`
const COUNT = 'select count(*) from movimientos where empresa_id = $1 and fecha >= $2'

interface ListQuery {
  readonly fecha__gte: string
  readonly page?: string
  readonly total?: string
}

app.get<{ Querystring: ListQuery }>('/movimientos', async ({ query }) => {
  const page = Number(query.page ?? 1)
  const [rows, count] = await Promise.all([
    pool.query({ name: 'rows', text: ROWS, values: [1, query.fecha__gte, 25, (page - 1) * 25] }),
    pool.query({ name: 'count', text: COUNT, values: [1, query.fecha__gte] }),
  ])
  const total = count.rows[0].count
  return {
    data: rows.rows,
    meta: { total, page, per_page: 25, pages: Math.ceil(total / 25) },
    errors: null,
  }
})

const metadata = 'x'.repeat(Number(staticBytes))
app.get('/static', (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(metadata),
)

await app.listen({ port: Number(port), host: '127.0.0.1' })
