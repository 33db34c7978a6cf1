import { create } from '@platformatic/db'

// Platformatic DB as its documentation shows it, on the peers' database. `node platformatic-server.ts <database url> <port>`

const [, , url = '', port = ''] = process.argv
const app = await create(import.meta.dirname, {
  server: { hostname: '127.0.0.1', port: Number(port), logger: { level: 'warn' } },
  db: { connectionString: url, openapi: true, graphql: false, schemalock: false },
  watch: false,
})
await app.start({ listen: true })
